/** What a caller may send about orders: the checkout form, the API and the browser read the same schemas. */
import { z } from 'zod'
import { MAX_LINES, MAX_PER_LINE } from '#shop/carts/cart.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { REFUND_REASONS } from '#shop/orders/request.ts'
import { PAYMENT_METHODS } from '#shop/payments/payment.ts'

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
