/** The API's answers to refusals of use cases. */
import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorJson } from '#api/contract.ts'
import type { PapersBusy } from '#infra/pdf/pdf-renderer.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import type { CreateProductRefusal } from '#shop/catalogue/create-product.ts'
import { type Declaration, declarationName, missingMessage } from '#shop/catalogue/declarations.ts'
import type { RemoveProductRefusal } from '#shop/catalogue/remove-product.ts'
import type { StorePictureRefusal } from '#shop/catalogue/store-picture.ts'
import type { UpdateProductRefusal } from '#shop/catalogue/update-product.ts'
import type { CreateCouponRefusal } from '#shop/coupons/create-coupon.ts'
import type { RemoveCouponRefusal } from '#shop/coupons/remove-coupon.ts'
import type { UpdateCouponRefusal } from '#shop/coupons/update-coupon.ts'
import type { ChangeRolesRefusal } from '#shop/customers/change-roles.flow.ts'
import type { UpdateProfileRefusal } from '#shop/customers/update-profile.flow.ts'
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
import { type ProgrammeReason, REFUSALS } from '#shop/refusals.ts'
import type { WriteReviewRefusal } from '#shop/reviews/write-review.ts'
import type { DecideRefundRefusal } from '#shop/settlement/decide-refund.ts'
import type { OpenPaymentRefusal } from '#shop/settlement/open-payment.ts'
import type { VerifyPaymentRefusal } from '#shop/settlement/verify-payment.ts'

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
  | VerifyPaymentRefusal
  | ReceiveWebhookRefusal
  | CreateCouponRefusal
  | UpdateCouponRefusal
  | RemoveCouponRefusal
  | PapersBusy
  | { ok: false; reason: 'coupon_unknown' }
  | { ok: false; reason: 'factor_needed' | 'factor_stale' }
type Reason = ApiRefusal['reason'] | ProgrammeReason

/** The field of the request that a refusal is about. */
const FIELDS: Partial<Record<Reason, string>> = {
  code_taken: 'code',
  percentage_too_high: 'discount_value',
  wrong_amount: 'amount',
  not_in_order: 'returned_items',
  restocked_too_many: 'returned_items',
  answer_needed: 'answer',
  cash_limit: 'payment_method',
  too_many_pictures: 'image',
  not_a_picture: 'image',
  picture_damaged: 'image',
  picture_takes_too_long: 'image',
  picture_infected: 'image',
  picture_not_checked: 'image',
  picture_has_too_many_pixels: 'image',
  picture_too_large: 'image',
  edit_conflict: 'version',
  stock_below_zero: 'stock_quantity',
  above_mrp: 'mrp',
  declarations_missing: 'is_active',
  slug_taken: 'slug',
  payment_method_unavailable: 'payment_method',
  below_card_minimum: 'payment_method',
  own_gstin: 'business',
  amount_differs: 'amount',
  proof_wrong: 'signature',
  idempotency_key_reused: 'Idempotency-Key',
  coupon_invalid: 'coupon_code',
  coupon_expired: 'coupon_code',
  coupon_not_started: 'coupon_code',
  start_after_expiry: 'start_date',
  coupon_used_up: 'coupon_code',
  coupon_already_used: 'coupon_code',
  coupon_minimum: 'coupon_code',
  referral_own: 'coupon_code',
  referral_not_first: 'coupon_code',
  slug_needed: 'slug',
  reference_used: 'payment_reference',
  discount_not_below_price: 'discount_price',
}

type Refused<No extends Reason> = No extends Reason
  ? TypedResponse<ErrorJson, (typeof REFUSALS)[No]['status'], 'json'>
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
}): { status: ContentfulStatusCode; error: string; fields?: Record<string, string> } {
  const { status, en } = REFUSALS[reason]
  const field = FIELDS[reason]
  const answer = { status, error: message ?? en }
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
function lineProblems({ lines, unavailable }: PricedCart): Record<string, string> {
  const problems = lines.flatMap(({ index, message }) => (message ? [{ index, message }] : []))
  const missing = unavailable.map(({ index }) => ({ index, message: NOT_SOLD }))
  return Object.fromEntries(
    [...problems, ...missing].map(({ index, message }) => [`items.${index}`, message]),
  )
}

export const NOT_SOLD = 'This product is no longer sold.'
