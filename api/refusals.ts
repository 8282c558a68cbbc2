import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorJson } from '#api/contract.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import { type Declaration, declarationName, missingMessage } from '#shop/catalogue/declarations.ts'
import { snakeCase } from '#shop/field.ts'
import { err, type RefusalOf } from '#shop/kernel/result.ts'
import type { placeOrder } from '#shop/orders/place-order.ts'
import { refusalMessage } from '#shop/orders/refusals.ts'
import { paymentFailed } from '#shop/payments/intent.ts'
import { REFUSALS } from '#shop/refusals.ts'

type Reason = keyof typeof REFUSALS

const FIELDS: Partial<Record<Reason, string>> = {
  code_taken: 'code',
  phone_of_worker: 'phone_number',
  password_wrong: 'password',
  link_invalid: 'token',
  percentage_too_high: 'discount_value',
  wrong_amount: 'amount',
  not_in_order: 'returned',
  restocked_too_many: 'returned',
  return_without_parcel: 'returned',
  answer_needed: 'answer',
  cash_limit: 'payment_method',
  too_many_pictures: 'image',
  not_a_picture: 'image',
  picture_damaged: 'image',
  picture_takes_too_long: 'image',
  picture_infected: 'image',
  picture_not_checked: 'image',
  picture_has_too_many_pixels: 'image',
  picture_interlaced: 'image',
  picture_16_bit: 'image',
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

/** Refusals that no scope of an API key can prevent. Both answer 403. */
const NEEDS_PERSON: readonly Reason[] = ['not_allowed', 'factor_stale']

type RefusalResponse<Given extends Reason> = Given extends Reason
  ? TypedResponse<ErrorJson, (typeof REFUSALS)[Given]['status'], 'json'>
  : never

/** Facts of some refusals that their answers name. */
type Details = { cart?: PricedCart; missing?: Declaration[]; why?: string; message?: string }

/** Responds with a refusal. The response's type holds the possible statuses, which the route must declare. */
export function refuse<Given extends Reason>(
  c: Context,
  refusal: Details & { reason: Given; waitSeconds?: number },
  field?: string,
): RefusalResponse<Given> {
  const isByKey = c.get('ctx')?.actor.scopes !== undefined
  const reason = isByKey && NEEDS_PERSON.includes(refusal.reason) ? 'person_needed' : refusal.reason
  const { status, error, fields: ownFields } = answerTo({ ...refusal, reason })
  const fields = field ? { [field]: error } : ownFields
  if (refusal.waitSeconds) c.header('retry-after', String(refusal.waitSeconds))
  const body: ErrorJson = { error, code: reason, ...(fields && { fields }) }
  return c.json(body, status) as unknown as RefusalResponse<Given>
}

type Answer = { status: ContentfulStatusCode; error: string; fields?: Record<string, string> }

function answerTo({ reason, cart, missing, why, message }: Details & { reason: Reason }): Answer {
  const { status, en } = REFUSALS[reason]
  const field = FIELDS[reason]
  const answer = { status, error: message ?? en }
  if (why !== undefined) return { ...answer, error: paymentFailed(why) }
  if (cart) {
    const error = refusalMessage(err(reason, { cart }) as CartRefusal)
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

type CartRefusal = Extract<RefusalOf<typeof placeOrder>, { cart: PricedCart }>

function lineProblems({ lines, unavailable }: PricedCart): Record<string, string> {
  const problems = lines.flatMap(({ index, message }) => (message ? [{ index, message }] : []))
  const missing = unavailable.map(({ index }) => ({ index, message: NOT_SOLD }))
  return Object.fromEntries(
    [...problems, ...missing].map(({ index, message }) => [`items.${index}`, message]),
  )
}

export const NOT_SOLD = 'This product is no longer sold.'
