/** Every no of a use case, as the API says it. The compiler keeps the table complete. */
import type { Context, TypedResponse } from 'hono'
import type { ErrorJson } from '#api/contract.ts'
import { PROGRAMME_ANSWERS } from '#api/programme-answers.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import type { CreateProductRefusal } from '#shop/catalogue/create-product.ts'
import { type Declaration, declarationName, missingMessage } from '#shop/catalogue/declarations.ts'
import type { RemoveProductRefusal } from '#shop/catalogue/remove-product.ts'
import type { StorePictureRefusal } from '#shop/catalogue/store-picture.ts'
import type { UpdateProductRefusal } from '#shop/catalogue/update-product.ts'
import { PERCENTAGE_TOO_HIGH } from '#shop/coupons/coupon-fields.ts'
import type { CreateCouponRefusal } from '#shop/coupons/create-coupon.ts'
import type { RemoveCouponRefusal } from '#shop/coupons/remove-coupon.ts'
import type { UpdateCouponRefusal } from '#shop/coupons/update-coupon.ts'
import type { ChangeRolesRefusal } from '#shop/customers/change-roles.ts'
import type { UpdateProfileRefusal } from '#shop/customers/update-profile.ts'
import { snakeCase } from '#shop/field.ts'
import type { IssueInvoiceRefusal } from '#shop/invoices/issue-invoice.ts'
import type { CancelOrderRefusal } from '#shop/orders/cancel-order.ts'
import type { ChangeOrderRefusal } from '#shop/orders/change-order.ts'
import type { DecideCancellationRefusal } from '#shop/orders/decide-cancellation.ts'
import type { PlaceOrderRefusal } from '#shop/orders/place-order.ts'
import { refusalMessage } from '#shop/orders/refusals.ts'
import type { RequestOrderRefundRefusal } from '#shop/orders/request-refund.ts'
import { paymentFailed } from '#shop/payments/intent.ts'
import type { ReceiveWebhookRefusal } from '#shop/payments/receive-webhook.ts'
import { pictureMessage } from '#shop/pictures.ts'
import type { ProgrammeReason } from '#shop/programme/refusal.ts'
import type { WriteReviewRefusal } from '#shop/reviews/write-review.ts'
import type { DecideRefundRefusal } from '#shop/settlement/decide-refund.ts'
import type { OpenPaymentRefusal } from '#shop/settlement/open-payment.ts'
import type { ProvePaymentRefusal } from '#shop/settlement/prove-payment.ts'

type ApiRefusal =
  | PlaceOrderRefusal
  | ChangeOrderRefusal
  | CancelOrderRefusal
  | DecideCancellationRefusal
  | RequestOrderRefundRefusal
  | DecideRefundRefusal
  | IssueInvoiceRefusal
  | CreateProductRefusal
  | UpdateProductRefusal
  | RemoveProductRefusal
  | StorePictureRefusal
  | UpdateProfileRefusal
  | ChangeRolesRefusal
  | WriteReviewRefusal
  | OpenPaymentRefusal
  | ProvePaymentRefusal
  | ReceiveWebhookRefusal
  | CreateCouponRefusal
  | UpdateCouponRefusal
  | RemoveCouponRefusal
  | { ok: false; reason: 'coupon_unknown' }
type Reason = ApiRefusal['reason'] | ProgrammeReason

type Answer = { status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503; error: string; field?: string }

/** The use case's own words take the place of these. */
function coupon(error: string) {
  return { status: 422, error, field: 'coupon_code' } as const
}

const ANSWERS = {
  ...PROGRAMME_ANSWERS,
  signed_out: { status: 401, error: 'Please sign in first.' },
  not_admin: { status: 403, error: 'Only an admin may do this.' },
  not_received: { status: 403, error: 'You can review a product once it has been delivered to you.' },
  product_not_found: { status: 404, error: 'Product Not Found' },
  user_not_found: { status: 404, error: 'User not found' },
  coupon_not_found: { status: 404, error: 'Coupon not found' },
  coupon_unknown: { status: 404, error: 'Invalid coupon code' },
  code_taken: { status: 409, error: 'Another coupon has this code.', field: 'code' },
  coupon_changed: { status: 409, error: 'Someone changed this coupon in the meantime.' },
  percentage_too_high: { status: 422, error: PERCENTAGE_TOO_HIGH, field: 'discount_value' },
  order_not_found: { status: 404, error: 'Order not found' },
  out_of_stock: { status: 409, error: 'There is not enough in stock.' },
  payment_returned: {
    status: 409,
    error: 'The payment has been given back, so this order stays cancelled. The customer has to order again.',
  },
  order_unpaid: {
    status: 409,
    error: 'This order is unpaid. Wait for the card payment, or cancel the order.',
  },
  not_cancellable: { status: 409, error: 'This order can no longer be cancelled.' },
  not_delivered: { status: 409, error: 'A refund can be requested once the order is delivered.' },
  refund_granted: { status: 409, error: 'A refund of this order has already been approved.' },
  no_open_request: { status: 409, error: 'There is no open request: it has already been decided.' },
  not_invoiced_yet: {
    status: 409,
    error: 'There is no invoice yet. It is issued once the order is paid or shipped.',
  },
  paid_by_test: {
    status: 409,
    error: 'This order was paid by a test payment: no money moved, so it gets no invoice.',
  },
  wrong_amount: {
    status: 422,
    error:
      'Send what was returned, or an amount: more than zero, and no more than was paid and not yet refunded.',
    field: 'amount',
  },
  not_in_order: {
    status: 422,
    error: "You can't return more than was ordered.",
    field: 'returned_items',
  },
  restocked_too_many: {
    status: 422,
    error: 'You can’t put more units back in stock than were returned.',
    field: 'returned_items',
  },
  answer_needed: { status: 422, error: 'Please tell the customer why.', field: 'answer' },
  too_many_units: { status: 422, error: 'One order may not hold that many of a product.' },
  cash_limit: { status: 422, error: 'This is too much for an order in cash.', field: 'payment_method' },
  too_many_open_orders: { status: 409, error: 'Too many of your orders are not paid yet.' },
  total_changed: { status: 409, error: 'The total has changed. Please look at it again.' },
  too_many_pictures: { status: 409, error: 'A product has at most 20 pictures.', field: 'image' },
  not_a_picture: { status: 422, error: pictureMessage('not_a_picture'), field: 'image' },
  picture_damaged: { status: 422, error: pictureMessage('picture_damaged'), field: 'image' },
  picture_takes_too_long: { status: 422, error: pictureMessage('picture_takes_too_long'), field: 'image' },
  picture_has_too_many_pixels: {
    status: 422,
    error: pictureMessage('picture_has_too_many_pixels'),
    field: 'image',
  },
  picture_too_large: { status: 413, error: pictureMessage('picture_too_large'), field: 'image' },
  edit_conflict: {
    status: 409,
    error: 'Someone else changed it in the meantime. Please read it again.',
    field: 'version',
  },
  stock_below_zero: { status: 409, error: 'There is not that much in stock.', field: 'stock_quantity' },
  above_mrp: { status: 422, error: 'The price with tax must not be above the MRP.', field: 'mrp' },
  declarations_missing: {
    status: 422,
    error: 'The label declarations are not complete.',
    field: 'is_active',
  },
  own_roles: { status: 409, error: 'You cannot change your own roles.' },
  email_not_verified: { status: 409, error: 'This account has not verified its email address yet.' },
  last_admin: { status: 409, error: 'The last admin has to stay.' },
  slug_taken: { status: 409, error: 'Another product has this slug.', field: 'slug' },
  payment_method_unavailable: {
    status: 422,
    error: 'This payment method is not available.',
    field: 'payment_method',
  },
  provider_not_found: { status: 404, error: 'Payment provider not found.' },
  signature_wrong: { status: 400, error: 'The signature does not fit the body.' },
  webhook_not_json: { status: 400, error: 'The body is not valid JSON.' },
  not_payable: { status: 409, error: 'This order is not waiting for a payment.' },
  amount_differs: { status: 422, error: 'This is not the total of the order.', field: 'amount' },
  proof_wrong: { status: 422, error: 'The payment could not be verified.', field: 'signature' },
  payment_failed: { status: 422, error: paymentFailed('The bank declined the payment') },
  provider_away: { status: 503, error: 'The payment provider cannot be reached. Please try again.' },
  idempotency_key_reused: {
    status: 422,
    error: 'This key was used for another order. Please use a new one.',
    field: 'Idempotency-Key',
  },
  coupon_taken: {
    status: 409,
    error: 'Others have used up the coupon of this order, so it can no longer be restored.',
  },
  not_first_order: {
    status: 409,
    error:
      'The discount of this order is for a first order, and the customer has another one, so the order cannot be restored.',
  },
  account_closed: {
    status: 409,
    error: 'The customer has closed the account, so this order stays cancelled.',
  },
  coupon_invalid: coupon('Invalid coupon code'),
  coupon_expired: coupon('This coupon has expired'),
  coupon_used_up: coupon('This coupon has reached its usage limit'),
  coupon_already_used: coupon('You have already used this coupon'),
  coupon_minimum: coupon('The order is too small for this coupon'),
  too_many_codes: { status: 429, error: 'Too many wrong codes. Please wait and try again.' },
  referral_own: coupon('You cannot use your own referral code'),
  referral_not_first: coupon('A friend’s code is for a first order'),
  cart_has_problems: { status: 422, error: 'Something in your cart cannot be ordered.' },
  slug_needed: { status: 422, error: 'Please enter a slug: none can be made from this name.', field: 'slug' },
  discount_not_below_price: {
    status: 422,
    error: 'The discount price must be below the price.',
    field: 'discount_price',
  },
} as const satisfies Record<Reason, Answer>

type Answers = typeof ANSWERS
type Refused<No extends Reason> = No extends Reason
  ? TypedResponse<ErrorJson, Answers[No]['status'], 'json'>
  : never

/**
 * The answer to a refusal. Its type knows the statuses, so a route must declare each that can happen to it. `field` says
 * which field it is about, where that differs between routes.
 */
export function refused<No extends Reason>(
  c: Context,
  refusal: {
    reason: No
    cart?: PricedCart
    missing?: Declaration[]
    why?: string
    message?: string
    waitSeconds?: number
  },
  field?: string,
): Refused<No> {
  const { status, error, fields: known } = answerTo(refusal)
  const fields = field ? { [field]: error } : known
  if (refusal.waitSeconds) c.header('retry-after', String(refusal.waitSeconds))
  const body: ErrorJson = { error, code: refusal.reason, ...(fields && { fields }) }
  return c.json(body, status) as unknown as Refused<No>
}

function answerTo({
  reason,
  cart,
  missing,
  why,
  message,
}: {
  reason: Reason
  cart?: PricedCart
  missing?: Declaration[]
  why?: string
  message?: string
}): Omit<Answer, 'field'> & Partial<ErrorJson> {
  const { field, ...known }: Answer = ANSWERS[reason]
  const answer = { ...known, error: message ?? known.error }
  if (why !== undefined) return { ...answer, error: paymentFailed(why) }
  if (cart) {
    const error = refusalMessage({ ok: false, reason, cart } as CartRefusal)
    return { ...answer, error, fields: lineProblems(cart) }
  }
  if (missing) return { ...answer, error: missingMessage(missing), fields: missingFields(missing) }
  return field ? { ...answer, fields: { [field]: answer.error } } : answer
}

function missingFields(missing: readonly Declaration[]): Record<string, string> {
  return Object.fromEntries(
    missing.map((name) => [snakeCase(name), `Please give the ${declarationName(name)}`]),
  )
}

type CartRefusal = Extract<PlaceOrderRefusal, { cart: PricedCart }>

/** The problem of each line, by its index in the request. */
function lineProblems({ lines, gone }: PricedCart): Record<string, string> {
  const problems = lines.flatMap(({ index, message }) => (message ? [{ index, message }] : []))
  const missing = gone.map(({ index }) => ({ index, message: NOT_SOLD }))
  return Object.fromEntries(
    [...problems, ...missing].map(({ index, message }) => [`items.${index}`, message]),
  )
}

export const NOT_SOLD = 'This product is no longer sold.'
