import { z } from '@hono/zod-openapi'
import { itemBody } from '#api/cart-lines.ts'
import { BODIES, COUPON_CODE } from '#api/examples.ts'
import { snakeShape } from '#api/snake-case.ts'
import { MAX_LINES } from '#shop/carts/cart.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import { PIN_FITS, pinFitsState, shippingAddressFields } from '#shop/customers/address-input.ts'
import { businessFields } from '#shop/customers/business-input.ts'
import { rupeesInput } from '#shop/field.ts'
import { MAX_RUPEES } from '#shop/kernel/typed-number.ts'
import {
  cancellationInput,
  decisionInput,
  orderChangeInput,
  paymentMethodInput,
  refundDecisionInput,
  refundRequestInput,
} from '#shop/orders/input.ts'
import { MAX_NOTE_LENGTH } from '#shop/orders/order-note.ts'
import { refundAccountBody } from '#shop/payments/input.ts'

export const itemsBody = z.array(itemBody).min(1, 'Your cart is empty').max(MAX_LINES)

const FRIENDS_CODE =
  'A friend’s code. One that does not apply is ignored, and POST /cart/quote warns of it; an order with your own is refused'

/** An unusable coupon is refused. */
export const codes = {
  coupon_code: couponCodeInput
    .optional()
    .openapi({ type: 'string', maxLength: 200, pattern: '\\S', example: COUPON_CODE }),
  referral_code: referralCodeInput
    .optional()
    .openapi({ type: 'string', maxLength: 200, description: FRIENDS_CODE, example: 'ANANYA7' }),
}

const addressLine2 = shippingAddressFields.addressLine2.nullable()

export const newOrderBody = z
  .object({
    items: itemsBody,
    shipping_address: z
      .object({ ...snakeShape(shippingAddressFields), address_line2: addressLine2 })
      .refine(...pinFitsState('postal_code'))
      .openapi('NewShippingAddress', { description: PIN_FITS }),
    business: z
      .object(businessFields)
      .openapi('Business')
      .optional()
      .describe('The business that the invoice names as buyer; left out for consumers'),
    payment_method: paymentMethodInput,
    coupon_code: codes.coupon_code,
    referral_code: codes.referral_code,
  })
  .openapi('NewOrder', { example: BODIES.NewOrder })

const returnedItems = z
  .array(
    z
      .object({
        order_item_id: z.uuid().toLowerCase(),
        quantity: z.number().int().positive(),
        restocked: z
          .number()
          .int()
          .min(0)
          .optional()
          .describe('Units to put back in stock; by default all of them'),
      })
      .transform(({ order_item_id: itemId, quantity, restocked = quantity }) => ({
        ...{ itemId, quantity, restocked },
      })),
  )
  .max(MAX_LINES)

const returned = returnedItems
  .optional()
  .describe(
    'Units of a shipped order that came back, at its cancellation or later; without them nothing goes back to stock',
  )

/** Without a limit on length: a client may send back all notes of an order, which are longer than one new note. */
const anyNote = z.string().nullable().optional()

export const newNotes = z
  .object({
    notes: orderChangeInput.shape.internalNotes,
    internal_notes: orderChangeInput.shape.internalNotes,
  })
  .refine(({ notes, internal_notes: internal }) => notes === undefined || internal === undefined, {
    message: 'Please send internal_notes or notes, not both',
    path: ['notes'],
  })
  .transform(({ notes, internal_notes: internalNotes = notes }) => internalNotes)

export const orderChangeBody = z
  .object({
    ...snakeShape(orderChangeInput.omit({ internalNotes: true }).shape),
    reason: orderChangeInput.shape.reason.describe(
      'Why a shipped order is cancelled; the customer sees it as a sentence',
    ),
    returned,
    internal_notes: anyNote.openapi({
      description: `A note to add for other admins, up to ${MAX_NOTE_LENGTH} characters. What the answer has, empty or null adds none`,
    }),
    notes: anyNote.openapi({
      deprecated: true,
      description: 'The older name of `internal_notes` in a change',
    }),
  })
  .refine((change) => Object.keys(change).length > 0, 'Please send at least one field to change')
  .openapi('OrderChange', { minProperties: 1, example: BODIES.OrderChange })

export const cancellationBody = cancellationInput.openapi('Cancellation', { example: BODIES.Cancellation })
const [byUpi, byBank] = refundAccountBody.options
const refundAccount = z.discriminatedUnion('kind', [
  z.object(snakeShape(byUpi.shape)),
  z.object(snakeShape(byBank.shape)),
])

export const refundRequestBody = refundRequestInput
  .extend({
    wish: refundRequestInput.shape.wish.describe('Refund or replacement'),
    refund_account: refundAccount
      .optional()
      .describe(
        'Where the refund of a cash order is paid; may be given later, ignored if a replacement is requested',
      ),
  })
  .openapi('RefundRequest', { example: BODIES.RefundRequest })
export const decisionBody = decisionInput
  .extend({ returned })
  .refine(({ decision, returned }) => decision === 'approve' || returned === undefined, {
    error: 'Please send returned only with approve',
    path: ['returned'],
  })
  .openapi('Decision', { description: '`returned` only with `approve`', example: BODIES.Decision })

export const refundDecisionBody = refundDecisionInput
  .extend({
    amount: rupeesInput({ min: 0.01, max: MAX_RUPEES, tooLow: 'At least 1 paisa' })
      .optional()
      .describe('In rupees, tax included; by default the price of the returned items'),
    returned_items: returnedItems.default([]).describe('Returned items; the credit note names these lines'),
  })
  .refine(
    ({ decision, amount, returned_items }) =>
      decision === 'approve' || (amount === undefined && returned_items.length === 0),
    { error: 'Please send amount and returned_items only with approve', path: ['amount'] },
  )
  .openapi('RefundDecision', {
    description: '`amount` and `returned_items` only with `approve`',
    example: BODIES.RefundDecision,
  })
