/** What a caller may send about orders: the checkout form, the API and the browser read the same schemas. */
import { z } from 'zod'
import { MAX_LINES, MAX_PER_LINE } from '#shop/carts/cart.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import { ORDER_STATUSES, PAYMENT_METHODS } from '#shop/orders/order.ts'
import { REFUND_REASONS } from '#shop/orders/request.ts'

/** States and union territories with the codes of the GST system's state list. */
export const INDIAN_STATES = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line refuses
const CONTROL = /[\u0000-\u001f\u007f]/
const line = (name: string, most: number) =>
  z
    .string({ error: `Please enter ${name}` })
    .trim()
    .min(1, `Please enter ${name}`)
    .max(most, `Please keep this under ${most} characters`)
    .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')

/** An Indian mobile number: ten digits beginning with 6-9, with an optional +91. Kept as the ten digits. */
const phone = z
  .string({ error: 'Please enter a phone number' })
  .trim()
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(\+91|0)/, ''))
  .refine((text) => /^[6-9][0-9]{9}$/.test(text), 'Please enter a 10-digit mobile number')

const postalCode = z
  .string({ error: 'Please enter a PIN code' })
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => /^[1-9][0-9]{5}$/.test(text), 'PIN codes have 6 digits')

export const shippingAddressInput = z.object({
  fullName: line('the full name', 100),
  phone,
  addressLine1: line('the address', 200),
  addressLine2: z
    .string()
    .trim()
    .max(200, 'Please keep this under 200 characters')
    .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')
    .optional()
    .transform((text) => text || null),
  city: line('the city', 100),
  state: z.enum(INDIAN_STATES, { error: 'Please choose a state' }),
  postalCode,
})

/** The database writes ids in small letters, and lines are matched by them. */
const productId = z.uuid('Not a product').toLowerCase()

export const orderLineInput = z.object({
  productId,
  quantity: z.number().int().min(1).max(MAX_PER_LINE),
  /** The picks of a custom mix: one id per packet, repeats allowed. */
  tastemakers: z.array(productId).max(50).optional(),
})
export type OrderLineInput = z.infer<typeof orderLineInput>

export const paymentMethodInput = z.enum(PAYMENT_METHODS, { error: 'Please select a payment method' })

export const placeOrderInput = z.object({
  idempotencyKey: z.string().min(1).max(200),
  items: z.array(orderLineInput).min(1, 'Your cart is empty').max(MAX_LINES),
  shippingAddress: shippingAddressInput,
  paymentMethod: paymentMethodInput,
  /** The total in paise that the customer saw; a different one is refused instead of charged. */
  expectedTotal: z.number().int().nonnegative().optional(),
  /** The code that was entered, of a coupon or a friend. */
  couponCode: couponCodeInput.optional(),
  /** The friend's code of a link. One that does not count is passed over: nobody typed it. */
  referralCode: referralCodeInput.optional(),
})
export type PlaceOrderInput = z.infer<typeof placeOrderInput>

const detail = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please keep this under ${most} characters`)
    .refine((text) => !/[^\P{Cc}\n]/u.test(text), 'Please use letters and numbers only')
    .transform((text) => text || null)
    .nullable()

const answer = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please keep this under ${most} characters`)
    .refine(
      (text) => !/[^\P{Cc}\n\r\t]/u.test(text) && text.isWellFormed(),
      'Please use letters and numbers only',
    )

export const cancellationInput = z.object({ details: answer(500).default('') })

export const refundRequestInput = z.object({
  reason: z.enum(REFUND_REASONS, { error: 'Please choose a reason' }),
  details: answer(1000).default(''),
})

/** What an admin answers to a request. */
export const decisionInput = z.object({
  decision: z.enum(['approve', 'decline'], { error: 'Please approve or decline' }),
  answer: answer(500).default(''),
})

/** What an admin may change; what is left out stays, and an empty text means none. */
export const orderChangeInput = z
  .object({
    status: z.enum(ORDER_STATUSES),
    trackingNumber: detail(100),
    carrier: detail(100),
    internalNotes: detail(2000),
    /** The version that was looked at: another one is refused as a conflict. */
    version: z.number().int().positive(),
  })
  .partial()
