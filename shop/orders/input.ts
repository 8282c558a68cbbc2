import { z } from 'zod'
import type { Cart } from '#shop/carts/cart.ts'
import type { ShippingAddress } from '#shop/customers/address.ts'
import type { Business } from '#shop/customers/business-input.ts'
import { cleanText, cleanValue, isStorable, PLAIN_LINES } from '#shop/kernel/text.ts'
import { isTrackingNumber, NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import { CANCELLATION_REASONS, type CancellationReason, ORDER_STATUSES } from '#shop/orders/order.ts'
import { MAX_NOTE_LENGTH } from '#shop/orders/order-note.ts'
import { CHOOSE_REASON, REFUND_REASONS, REQUEST_WISHES } from '#shop/orders/request.ts'
import type { Source } from '#shop/orders/visit-source.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#shop/payments/payment.ts'

export const paymentMethodInput = z.enum(PAYMENT_METHODS, { error: 'Please select a payment method' })

export type PlaceOrderInput = {
  idempotencyKey: string
  /** A hash of the whole request. If omitted, the hash of this input is used (`fingerprintOf`). */
  requestFingerprint?: string | undefined
  lines: Cart
  shippingAddress: ShippingAddress
  /** Omitted or null for a consumer. */
  business?: Business | null | undefined
  paymentMethod: PaymentMethod
  /** In paise; a different total is refused. */
  expectedTotal?: number | undefined
  couponCode?: string | undefined
  /** The code of a referral link. Ignored if it does not apply, since the customer did not type it. */
  referralCode?: string | undefined
  /** Not part of `fingerprintOf`. */
  source?: Source | undefined
}

const optionalText = (max: number, clean = cleanText) =>
  z
    .string()
    .overwrite(clean)
    .max(max, `Please keep this under ${max} characters`)
    .regex(PLAIN_LINES, 'Please use letters and numbers only')
    .transform((text) => text || null)
    .nullable()

const freeText = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, `Please keep this under ${max} characters`)
    .regex(PLAIN_LINES, 'Please use letters and numbers only')
    .refine(isStorable, 'Please use letters and numbers only')

export const cancellationInput = z.object({ details: freeText(500).default('') })

export const refundRequestInput = z.object({
  reason: z.enum(REFUND_REASONS, { error: CHOOSE_REASON }),
  details: freeText(1000).default(''),
  wish: z.enum(REQUEST_WISHES, { error: 'Please choose a refund or a replacement' }).default('refund'),
})

export const decisionInput = z.object({
  decision: z.enum(['approve', 'decline'], { error: 'Please approve or decline' }),
  answer: freeText(500).default(''),
})

export const refundDecisionInput = decisionInput.extend({
  decision: z.enum(['approve', 'replace', 'decline'], { error: 'Please approve, replace or decline' }),
})

export const noteText = z
  .string('Please write something')
  .overwrite(cleanText)
  // Browsers send line breaks as CRLF.
  .transform((text) => text.replaceAll('\r\n', '\n'))
  .pipe(
    z
      .string()
      .min(1, 'Please write something')
      .max(MAX_NOTE_LENGTH, `Please keep this under ${MAX_NOTE_LENGTH} characters`)
      .refine(isStorable, 'Please use letters and numbers only'),
  )

/** Omitted fields stay unchanged; an empty text clears its field. */
export const orderChangeInput = z
  .object({
    status: z.enum(ORDER_STATUSES),
    trackingNumber: optionalText(100, cleanValue)
      .refine((text) => !text || isTrackingNumber(text), NO_TRACKING_NUMBER)
      .meta({
        pattern: '^([A-Za-z0-9][A-Za-z0-9 ./_-]*)?$',
        description: 'Not a number that a spreadsheet shortened, such as 1.2E+12',
      }),
    carrier: optionalText(100),
    internalNotes: optionalText(MAX_NOTE_LENGTH),
    reason: z.enum(Object.keys(CANCELLATION_REASONS) as [CancellationReason]),
    /** A different version is refused as a conflict. */
    version: z.number().int().positive(),
  })
  .partial()
