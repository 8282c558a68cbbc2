import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readAddress } from '#app/account/address-form.server.ts'
import { ADDRESS_FIELDS, addressOf, pickAddress } from '#app/account/address-values.tsx'
import { withCookies } from '#app/auth/auth.server.ts'
import { loadCartView, NO_CODES } from '#app/cart/cart-view.server.ts'
import type { CheckoutAnswer, CheckoutPricing } from '#app/checkout/checkout-page.tsx'
import { draftCookies, keptDelivery, sentDraft, shownDelivery } from '#app/checkout/delivery-draft.server.ts'
import { isRefusedCode, WAYS_OUT, type WayOut } from '#app/checkout/delivery-draft.ts'
import { type CheckoutError, TO_CART, TO_ORDERS } from '#app/checkout/payment-form.tsx'
import { readFields, textOf, typedValues } from '#app/kit/form-fields.ts'
import type { RequestCart, RequestContext } from '#app/request/context.server.ts'
import { newCheckoutKey, readCodes, setCookie } from '#app/request/cookies.server.ts'
import { waitForOrder } from '#app/request/rate-limit.server.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { priceCartView } from '#shop/carts/cart-view.ts'
import { orderProblems } from '#shop/carts/priced-cart.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { type Business, businessForm } from '#shop/customers/business-input.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import { typedNumber } from '#shop/field.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { paymentMethodInput } from '#shop/orders/input.ts'
import { confirmationPath } from '#shop/orders/order-paths.ts'
import { orderPlacedWith } from '#shop/orders/orders.read.ts'
import { isOwnGstin, placeOrder } from '#shop/orders/place-order.ts'
import { type CheckoutRefusal, orderFailureMessage, refusalMessage } from '#shop/orders/refusals.ts'
import { asksNotToBeCounted, SOURCES } from '#shop/orders/visit-source.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import { REFUSALS } from '#shop/refusals.ts'

type CheckoutContext = Pick<RequestContext, 'ctx' | 'cart' | 'products'>

/** The discounts of these codes at the form's address: a referral counts only between different households. */
async function pricingFor(
  { ctx }: CheckoutContext,
  codes: EnteredCodes,
  form: FormData,
): Promise<CheckoutPricing> {
  const { discounts } = await lookUpDiscounts(ctx, { ...codes, delivery: addressOf(form) })
  return { codes, discounts }
}

const couponForm = z.object({ couponCode: couponCodeInput })

type CouponOutcome = {
  /** The reason why the code was refused; the codes before it stay. */
  refused?: { typed: string; message: string }
  pricing: CheckoutPricing
  cookies: string[]
}

async function changeCoupon(
  request: Request,
  form: FormData,
  context: CheckoutContext,
): Promise<CouponOutcome> {
  const codes = readCodes(request)
  const applied = async (couponCode: string | null): Promise<CouponOutcome> => {
    const pricing = await pricingFor(context, { ...codes, couponCode }, form)
    return { pricing, cookies: [setCookie(request, 'coupon', couponCode ?? '')] }
  }
  const refused = async (typed: string, message: string): Promise<CouponOutcome> => {
    const pricing = await pricingFor(context, codes, form)
    return { refused: { typed, message }, pricing, cookies: [] }
  }
  if (form.get('coupon') === 'remove') return applied(null)
  const fields = readFields(couponForm, form)
  if (!fields.ok)
    return refused(textOf(form, 'couponCode'), fields.problems.couponCode ?? 'Invalid coupon code')
  const { couponCode } = fields.value
  const view = await loadCartView(context, await context.cart.read(), { ...codes, couponCode })
  const { couponRefusal } = priceCartView(view, view.cart)
  return couponRefusal ? refused(couponCode, couponRefusal.message) : applied(couponCode)
}

type Init = { status?: number; headers?: Record<string, string>; cookies?: readonly string[] }

/** The page's answer to a post. Its draft is kept by a cookie, also for browsers without JavaScript. */
function answered(
  request: Request,
  answer: CheckoutAnswer,
  { status = 200, headers, cookies = [] }: Init = {},
) {
  const all = new Headers(headers)
  const { coupon, draft } = answer
  // A refused code comes back without the reason on the next visit, so it is not kept.
  const draftValues =
    draft.owner === '' ? [] : draftCookies(request, coupon ? { ...draft, couponCode: '' } : draft)
  for (const cookie of [...cookies, ...draftValues]) all.append('set-cookie', cookie)
  return data(answer, { status, headers: all })
}

export async function couponStep(request: Request, form: FormData, context: CheckoutContext) {
  const { refused, pricing, cookies } = await changeCoupon(request, form, context)
  const draft = { ...sentDraft(form, context.ctx.actor), couponCode: refused?.typed ?? '' }
  const answer: CheckoutAnswer = { step: 'address', draft, pricing, ...(refused && { coupon: refused }) }
  return answered(request, answer, { status: refused ? 422 : 200, cookies })
}

/** The business of the form, if its number is not the shop's own. */
function readBusiness(ctx: Ctx, form: FormData): ReturnType<typeof readFields<typeof businessForm>> {
  const fields = readFields(businessForm, form)
  if (!fields.ok || !isOwnGstin(ctx, fields.value)) return fields
  const problems = { gstin: REFUSALS.own_gstin.en }
  return { ok: false, reason: 'invalid', problems, values: typedValues(form) }
}

/** Checks the address, applies an entered code and goes on to the payment. A refused code stays on this step, once. */
export async function addressStep(request: Request, form: FormData, context: CheckoutContext) {
  const { ctx } = context
  const fields = readAddress(form)
  const business = readBusiness(ctx, form)
  const hasCode = cleanValue(textOf(form, 'couponCode')) !== ''
  // A code that was refused does not keep the customer here, but stays with its reason while the address does.
  const isAboutCoupon = hasCode && !(fields.ok && business.ok && isRefusedCode(form))
  const outcome = isAboutCoupon ? await changeCoupon(request, form, context) : null
  const { refused, cookies = [] } = outcome ?? {}
  const pricing = outcome?.pricing ?? (await pricingFor(context, readCodes(request), form))
  const draft = { ...sentDraft(form, ctx.actor), couponCode: refused?.typed ?? '' }
  if (refused || !fields.ok || !business.ok) {
    const coupon = refused && { coupon: refused }
    // The fields show the problems; a card of the address has none.
    const ofBusiness = business.ok ? {} : business.problems
    const problems = fields.ok
      ? { problems: ofBusiness }
      : {
          problems: { ...fields.problems, ...ofBusiness },
          draft: { ...draft, address: pickAddress(fields.values), isEdited: true },
        }
    const answer: CheckoutAnswer = { step: 'address', draft, pricing, ...coupon, ...problems }
    return answered(request, answer, { status: 422, cookies })
  }
  const view = await loadCartView(context, await context.cart.read(), pricing.codes)
  const missing = orderProblems(priceCartView(view, view.cart))
  if (missing.length > 0) {
    const error = { message: missing.join(' '), link: TO_CART }
    return answered(request, { step: 'address', draft, pricing, error }, { status: 422, cookies })
  }
  const saved = draft.saveAddress
    ? await saveAddress(ctx, { id: null, address: fields.value, makeDefault: false })
    : null
  const from = saved?.ok ? { from: saved.value.id, isEdited: false, saveAddress: false } : {}
  const ignoredCode = isRefusedCode(form) ? { ignoredCode: textOf(form, 'couponCode') } : {}
  const answer = { step: 'payment', draft: { ...draft, ...from }, pricing, ...ignoredCode } as const
  return answered(request, answer, { cookies })
}

export async function backStep(request: Request, form: FormData, context: CheckoutContext) {
  const pricing = await pricingFor(context, readCodes(request), form)
  return answered(request, { step: 'address', draft: sentDraft(form, context.ctx.actor), pricing })
}

/** Redirects browsers without JavaScript to another page and keeps the entered values. */
export function leaveStep(request: Request, form: FormData, person: Person, to: WayOut) {
  const headers = withCookies(draftCookies(request, sentDraft(form, person)))
  return redirect(WAYS_OUT[to], { status: 303, headers })
}

/** Refuses a form that was opened in another account's session: step 1 with what this person has kept. */
export async function someoneElseStep(request: Request, { ctx }: CheckoutContext, person: Person) {
  const stored = keptDelivery(request, person).draft
  const addresses = await listAddresses(ctx.db, person.id)
  const { draft, problems } = await shownDelivery(ctx, person, { stored, addresses })
  const answer: CheckoutAnswer = {
    step: 'address',
    draft,
    notice:
      'You’re signed in as someone else now. Nothing was ordered or saved. Check the cart and the address, then continue.',
    ...(problems && { problems }),
  }
  return data(answer, { status: 409, headers: withCookies(draftCookies(request, stored)) })
}

/** Asks to sign in. The draft stays until the same person has done so. */
export function signedOutStep(request: Request, form: FormData) {
  const error = { message: refusalMessage({ ok: false, reason: 'signed_out' }) }
  const draft = sentDraft(form, VISITOR)
  return answered(request, { step: 'address', draft, error }, { status: 401 })
}

const UNEXPECTED = 'Failed to place order. Please try again.'

const placeForm = shippingAddressInput.safeExtend({
  paymentMethod: paymentMethodInput,
  idempotencyKey: z.string().min(1).max(200),
  expectedTotal: typedNumber(z.number().int().nonnegative()),
  /** The cart that the customer saw, as text. */
  cart: z.string().max(100_000),
  couponCode: couponCodeInput.optional(),
  referralCode: referralCodeInput.optional(),
  /** As `VisitSource` says; another word is unknown, since the customer did not type it. */
  source: z.enum(SOURCES).optional().catch(undefined),
})

export async function placeStep(request: Request, form: FormData, context: RequestContext) {
  const { ctx, cart, reportError, requestId } = context
  const draft = sentDraft(form, ctx.actor)
  const again = async (answer: Pick<CheckoutAnswer, 'error' | 'freshKey'>, init: Init) => {
    const pricing = await pricingFor(context, readCodes(request), form)
    return answered(request, { step: 'payment', draft, pricing, ...answer }, init)
  }
  const fields = readFields(placeForm, form)
  if (!fields.ok) {
    if (ADDRESS_FIELDS.some((name) => fields.problems[name])) return addressStep(request, form, context)
    return again({ error: { message: fields.problems.paymentMethod ?? UNEXPECTED } }, { status: 422 })
  }
  try {
    const { actor } = ctx
    const wait = actor.kind === 'person' ? await waitForOrder(request, context, 'place', actor.id) : null
    if (wait) {
      const error = { message: `You have placed many orders in a short time. ${wait.words}` }
      return await again({ error }, { status: 429, headers: wait.headers })
    }
    const business = readBusiness(ctx, form)
    if (!business.ok) return await addressStep(request, form, context)
    const { source, ...entered } = fields.value
    const { headers } = request
    const privacy = { dnt: headers.get('dnt') ?? '', 'sec-gpc': headers.get('sec-gpc') ?? '' }
    const visit = source && !asksNotToBeCounted(privacy) ? { source } : {}
    const placed = await orderCart(context, { ...entered, ...visit }, business.value)
    if (placed.ok) return await confirmed(request, cart, placed.value)
    const link = LINKS[placed.reason]
    const error = { message: orderFailureMessage(placed), ...(link && { link }) }
    if (placed.reason !== 'idempotency_key_reused') return await again({ error }, { status: 409 })
    const fresh = newCheckoutKey(request)
    return await again({ error, freshKey: fresh.key }, { status: 409, cookies: [fresh.setCookie] })
  } catch (problem) {
    reportError(problem, requestId)
    const error = { message: UNEXPECTED }
    return answered(request, { step: 'payment', draft, error }, { status: 500 })
  }
}

const LINKS: Partial<Record<CheckoutRefusal['reason'], CheckoutError['link']>> = {
  not_sold: TO_CART,
  out_of_stock: TO_CART,
  cart_has_problems: TO_CART,
  too_many_units: TO_CART,
  too_many_open_orders: TO_ORDERS,
  idempotency_key_reused: TO_ORDERS,
}

/** `isCartOrdered` is false when the present cart is newer than the order. */
type Placed = { orderId: string; isCartOrdered: boolean }

/** Orders the cart, if it is unchanged since the customer saw it. */
async function orderCart(
  context: CheckoutContext,
  form: z.infer<typeof placeForm>,
  business: Business | null,
): Promise<Result<Placed, CheckoutRefusal>> {
  const { ctx, cart: own } = context
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const { cart: seen, ...input } = form
  const lines = await own.keep()
  if (serializeCart(lines) !== seen) {
    // The form of an order that has been placed, which emptied its cart.
    const earlier = await orderPlacedWith(db, actor.id, form.idempotencyKey)
    if (earlier) return ok({ orderId: earlier, isCartOrdered: false })
    return err(lines.length === 0 ? 'cart_empty' : 'cart_changed')
  }
  if (lines.length === 0) return err('cart_empty')
  const { idempotencyKey, expectedTotal, paymentMethod, couponCode, referralCode, source, ...address } = input
  const payment = { paymentMethod, expectedTotal, couponCode, referralCode, source }
  const order = { idempotencyKey, lines, shippingAddress: address, business, ...payment }
  const placed = await placeOrder(ctx, order)
  if (placed.ok) return ok({ orderId: placed.value.orderId, isCartOrdered: true })
  if (!('cart' in placed)) return placed
  const isSold = placed.cart.lines.every(({ problem }) => problem !== 'not_sold')
  if (isSold && placed.cart.unavailable.length === 0) return placed
  const { withdrawn } = await loadCartView(context, lines, NO_CODES)
  return { ok: false, reason: 'not_sold', names: Object.values(withdrawn) }
}

export async function confirmed(request: Request, own: RequestCart, { orderId, isCartOrdered }: Placed) {
  const headers = new Headers({ 'set-cookie': setCookie(request, 'checkout_key', '') })
  for (const gone of [setCookie(request, 'coupon', ''), ...draftCookies(request, null)])
    headers.append('set-cookie', gone)
  if (isCartOrdered) own.renew()
  const cookie = await own.setCookie()
  if (cookie) headers.append('set-cookie', cookie)
  return redirect(confirmationPath(orderId), { status: 303, headers })
}
