import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { gstRateInput } from '#shop/catalogue/gst-rate.ts'
import { productShape } from '#shop/catalogue/input.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import { newCouponInput } from '#shop/coupons/coupon-fields.ts'
import { shippingAddressFields } from '#shop/customers/address-input.ts'
import { businessFields, businessForm } from '#shop/customers/business-input.ts'
import { newAccountInput, profileInput, signInInput } from '#shop/customers/input.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { placeOfPin } from '#shop/customers/pin-code.ts'
import { invitationInput } from '#shop/customers/staff-invitations.ts'
import { proofInput } from '#shop/factors/input.ts'
import { numberIn, rupeesIn } from '#shop/kernel/typed-number.ts'
import { contactInput, replyInput } from '#shop/messages/input.ts'
import { noteText, orderChangeInput } from '#shop/orders/input.ts'
import { idRange } from '#shop/orders/orders.read.ts'
import { refundAccountBody, refundAccountInput } from '#shop/payments/input.ts'
import {
  groupInput,
  newWorkerInput,
  payQuestionInput,
  referenceInput,
  upiInput,
} from '#shop/programme/input.ts'
import { reviewInput } from '#shop/reviews/input.ts'

const read = (schema: z.ZodType) => (text: string) => schema.parse(text)
const app = (code: string) => proofInput.parse({ intent: 'app', code })
const recovery = (text: string) => proofInput.parse({ intent: 'recovery', recovery: text })
const upi = (text: string) => refundAccountBody.parse({ kind: 'upi', upi: text })
const bank = (number: string, ifsc = 'SBIN0001234') =>
  refundAccountInput.parse({
    ...{ accountKind: 'bank', holder: 'Asha Rao', ifsc },
    ...{ accountNumber: number, accountNumberAgain: number },
  })
const coupon = (code: string, discountValue = '10', maxUses = '5') =>
  newCouponInput.parse({ code, name: 'Ten', discountType: 'fixed', discountValue, maxUses })

const VALUES: Record<string, [read: (text: string) => unknown, value: string]> = {
  'coupon code': [read(couponCodeInput), 'MILLET10'],
  'referral code': [read(referralCodeInput), 'ANANYA7'],
  'new coupon': [coupon, 'MILLET10'],
  discount: [(text) => coupon('TEN', text), '10'],
  uses: [(text) => coupon('TEN', '10', text), '25'],
  email: [read(signInInput.shape.email), 'asha@example.test'],
  'invited email': [read(invitationInput.shape.email), 'asha@example.test'],
  'own phone': [read(profileInput.shape.phoneNumber), '9845012345'],
  'phone abroad': [read(profileInput.shape.phoneNumber), '+4915112345678'],
  'delivery phone': [read(shippingAddressFields.phone), '9845012345'],
  'worker’s phone': [read(newWorkerInput.shape.phone), '9845012345'],
  'searched phone': [phoneDigits, '9845012345'],
  'PIN code': [read(shippingAddressFields.postalCode), '560001'],
  'place of a PIN code': [placeOfPin, '560001'],
  GSTIN: [read(businessFields.gstin), '29AAGCB7383J1Z4'],
  'app’s code': [app, '123456'],
  'recovery code': [recovery, 'abcd-efgh'],
  price: [numberIn, '1060.50'],
  rupees: [rupeesIn, '₹1,060.50'],
  'order number': [idRange, '#3f2a91bc'],
  'tracking number': [read(orderChangeInput.shape.trackingNumber), 'EE_77IN'],
  'UPI ID': [upi, 'asha@okhdfcbank'],
  'worker’s UPI ID': [read(upiInput), 'asha@okhdfcbank'],
  'account number': [bank, '123456789012'],
  IFSC: [(text) => bank('123456789012', text), 'SBIN0001234'],
  'reference of a transfer': [read(referenceInput), 'UTR12345'],
  HSN: [read(productShape.hsnCode), '190410'],
  'HSN of a rate': [read(gstRateInput.shape.hsn), '190410'],
  'FSSAI licence': [read(productShape.fssaiLicence), '12345678901234'],
  barcode: [read(productShape.barcode), '4006381333931'],
  slug: [read(productShape.slug), 'ragi-mix'],
}

const NOISE = ['\u200b', '\u200c', '\u200d', '\u200e', '\u2060', '\u00ad', '\ufe0e', '\ufe0f', '\ufeff']

describe.each(Object.entries(VALUES))('%s', (_name, [parse, value]) => {
  it('is accepted with invisible characters, and with the * or _ of a chat around it', () => {
    const clean = parse(value)
    expect(clean).not.toBeNaN()
    const inside = `${value.slice(0, 2)}${NOISE.join('')}${value.slice(2)}`
    for (const text of [`*${value}*`, `_${value}_`, ...NOISE.map((sign) => `${sign}${value}${sign}`), inside])
      expect(parse(text), JSON.stringify(text)).toEqual(clean)
  })

  it('is accepted in Devanagari digits', () => {
    const other = value.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))
    expect(parse(other)).toEqual(parse(value))
  })
})

it.each(
  Object.entries({
    'full name': newAccountInput.shape.fullName,
    recipient: shippingAddressFields.fullName,
    address: shippingAddressFields.addressLine1,
    city: shippingAddressFields.city,
    business: businessFields.name,
    'contact’s name': contactInput.shape.name,
    'contact’s message': contactInput.shape.message,
    answer: replyInput.shape.body,
    'note about an order': noteText,
    review: reviewInput.shape.summary,
    question: payQuestionInput.shape.question,
    group: groupInput.shape.name,
    'coupon’s name': newCouponInput.shape.name,
    'coupon code': couponCodeInput,
    'product’s name': productShape.name,
  }),
)('%s of only invisible characters is refused as empty', (_name, schema) => {
  for (const sign of [...NOISE, '\u3164', '\u2800'])
    expect(schema.safeParse(sign.repeat(12)).success, JSON.stringify(sign)).toBe(false)
})

it('reads a business of only invisible characters as none', () => {
  expect(businessForm.parse({ gstin: '\u200d', businessName: '\u200d' })).toBeNull()
})
