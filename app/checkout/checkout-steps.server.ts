import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readAddress } from '#app/account/address-form.server.ts'
import { ADDRESS_FIELDS, addressOf, pickAddress } from '#app/account/address-values.tsx'
import { withCookies } from '#app/auth/auth.server.ts'
import { loadCartView, NO_CODES } from '#app/cart/cart-view.server.ts'
import type { CheckoutAnswer, CheckoutPricing } from '#app/checkout/checkout-page.tsx'
import {
  addressValues,
  chooseDelivery,
  draftCookies,
  formDraft,
  readDraft,
} from '#app/checkout/delivery-draft.server.ts'
import { isRefusedCode, WAYS_OUT, type WayOut } from '#app/checkout/delivery-draft.ts'
import { type CheckoutError, TO_CART, TO_ORDERS } from '#app/checkout/payment-form.tsx'
import { readFields, textOf, typedValues } from '#app/kit/form-fields.ts'
import type { RequestCart, RequestContext } from '#app/request/context.server.ts'
import { newCheckoutKey, readCodes, setCookie } from '#app/request/cookies.server.ts'
import { consumeOrderLimit, refundOrderLimit } from '#app/request/rate-limit.server.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { priceCartView } from '#shop/carts/cart-view.ts'
import { orderProblems } from '#shop/carts/priced-cart.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import type { Ctx } from '#shop/ctx.ts'
import { addressLine } from '#shop/customers/address.ts'
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

/** Looks up the discounts of these codes. They depend on the address: referrals within a household give none. */
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
  /** The refused code and the reason. The code that was applied before stays. */
  refused?: { code: string; message: string }
  pricing: CheckoutPricing
  cookies: string[]
}

async function changeCoupon(
  request: Request,
  form: FormData,
  context: CheckoutContext,
): Promise<CouponOutcome> {
  const codes = readCodes(request)
  const applyCode = async (couponCode: string | null): Promise<CouponOutcome> => {
    const pricing = await pricingFor(context, { ...codes, couponCode }, form)
    return { pricing, cookies: [setCookie(request, 'coupon', couponCode ?? '')] }
  }
  const refuseCode = async (code: string, message: string): Promise<CouponOutcome> => {
    const pricing = await pricingFor(context, codes, form)
    return { refused: { code, message }, pricing, cookies: [] }
  }
  if (form.get('coupon') === 'remove') return applyCode(null)
  const fields = readFields(couponForm, form)
  if (!fields.ok)
    return refuseCode(textOf(form, 'couponCode'), fields.problems.couponCode ?? 'Invalid coupon code')
  const { couponCode } = fields.value
  const view = await loadCartView(context, await context.cart.read(), { ...codes, couponCode })
  const { couponRefusal } = priceCartView(view, view.cart)
  return couponRefusal ? refuseCode(couponCode, couponRefusal.message) : applyCode(couponCode)
}

type Init = { status?: number; headers?: Record<string, string>; cookies?: readonly string[] }

/** Answers a post. Stores its draft in a cookie, for browsers without JavaScript, too. */
function answerStep(
  request: Request,
  answer: CheckoutAnswer,
  { status = 200, headers, cookies = [] }: Init = {},
) {
  const all = new Headers(headers)
  const { coupon, draft } = answer
  // A refused code is not stored, because the next visit would show it without the reason.
  const draftValues =
    draft.owner === '' ? [] : draftCookies(request, coupon ? { ...draft, couponCode: '' } : draft)
  for (const cookie of [...cookies, ...draftValues]) all.append('set-cookie', cookie)
  return data(answer, { status, headers: all })
}

export async function couponStep(request: Request, form: FormData, context: CheckoutContext) {
  const { refused, pricing, cookies } = await changeCoupon(request, form, context)
  const draft = { ...formDraft(form, context.ctx.actor), couponCode: refused?.code ?? '' }
  const answer: CheckoutAnswer = { step: 'address', draft, pricing, ...(refused && { coupon: refused }) }
  return answerStep(request, answer, { status: refused ? 422 : 200, cookies })
}

type BusinessOfForm = ReturnType<typeof readFields<typeof businessForm>>

/** Reads the form's business and the saved address of its invoice. Reports the shop's own GSTIN as a problem. */
async function readBusiness(ctx: Ctx, form: FormData): Promise<BusinessOfForm> {
  const fields = readFields(businessForm, form)
  if (!fields.ok || fields.value === null) return fields
  if (!isOwnGstin(ctx, fields.value)) {
    const addresses = ctx.actor.kind === 'person' ? await listAddresses(ctx.db, ctx.actor.id) : []
    const saved = addresses.find(({ id }) => id === textOf(form, 'billTo'))
    return { ok: true, value: { ...fields.value, address: saved ? addressLine(saved) : null } }
  }
  const problems = { gstin: REFUSALS.own_gstin.en }
  return { ok: false, reason: 'invalid', problems, values: typedValues(form) }
}

/** Checks the address, applies a code and continues to payment. A refused code stops the customer only once. */
export async function addressStep(request: Request, form: FormData, context: CheckoutContext) {
  const { ctx } = context
  const fields = readAddress(form)
  const business = await readBusiness(ctx, form)
  const hasCode = cleanValue(textOf(form, 'couponCode')) !== ''
  // A code that was refused before does not stop the customer again. Its reason stays only while the address has
  // problems.
  const isAboutCoupon = hasCode && !(fields.ok && business.ok && isRefusedCode(form))
  const outcome = isAboutCoupon ? await changeCoupon(request, form, context) : null
  const { refused, cookies = [] } = outcome ?? {}
  const pricing = outcome?.pricing ?? (await pricingFor(context, readCodes(request), form))
  const draft = { ...formDraft(form, ctx.actor), couponCode: refused?.code ?? '' }
  if (refused || !fields.ok || !business.ok) {
    const coupon = refused && { coupon: refused }
    // Shows the fields instead of the address card if there is a problem, because only the fields can show it.
    const businessProblems = business.ok ? {} : business.problems
    const problems = fields.ok
      ? { problems: businessProblems }
      : {
          problems: { ...fields.problems, ...businessProblems },
          draft: { ...draft, address: pickAddress(fields.values), isEdited: true },
        }
    const answer: CheckoutAnswer = { step: 'address', draft, pricing, ...coupon, ...problems }
    return answerStep(request, answer, { status: 422, cookies })
  }
  const view = await loadCartView(context, await context.cart.read(), pricing.codes)
  const cartProblems = orderProblems(priceCartView(view, view.cart))
  if (cartProblems.length > 0) {
    const error = { message: cartProblems.join(' '), link: TO_CART }
    return answerStep(request, { step: 'address', draft, pricing, error }, { status: 422, cookies })
  }
  const saved = draft.saveAddress
    ? await saveAddress(ctx, { id: null, address: fields.value, makeDefault: false })
    : null
  const from = saved?.ok ? { from: saved.value.id, isEdited: false, saveAddress: false } : {}
  const ignoredCode = isRefusedCode(form) ? { ignoredCode: textOf(form, 'couponCode') } : {}
  // Converts the address to its stored form: the phone number without spaces and country code.
  const address = addressValues(fields.value)
  const answer = { step: 'payment', draft: { ...draft, address, ...from }, pricing, ...ignoredCode } as const
  return answerStep(request, answer, { cookies })
}

export async function backStep(request: Request, form: FormData, context: CheckoutContext) {
  const pricing = await pricingFor(context, readCodes(request), form)
  return answerStep(request, { step: 'address', draft: formDraft(form, context.ctx.actor), pricing })
}

/** Redirects browsers without JavaScript to another page and keeps the entered values. */
export function leaveStep(request: Request, form: FormData, person: Person, to: WayOut) {
  const headers = withCookies(draftCookies(request, formDraft(form, person)))
  return redirect(WAYS_OUT[to], { status: 303, headers })
}

/** Refuses a form that was opened in another account's session. Shows step 1 with the stored draft of this person. */
export async function someoneElseStep(request: Request, { ctx }: CheckoutContext, person: Person) {
  const stored = readDraft(request, person).draft
  const addresses = await listAddresses(ctx.db, person.id)
  const { draft, problems } = await chooseDelivery(ctx, person, { stored, addresses })
  const answer: CheckoutAnswer = {
    step: 'address',
    draft,
    notice:
      'You’re signed in as someone else now. Nothing was ordered or saved. Check the cart and the address, then continue.',
    ...(problems && { problems }),
  }
  return data(answer, { status: 409, headers: withCookies(draftCookies(request, stored)) })
}

/** Asks the customer to sign in. The draft stays for the next session of the same person. */
export function signedOutStep(request: Request, form: FormData) {
  const error = { message: refusalMessage({ ok: false, reason: 'signed_out' }) }
  const draft = formDraft(form, VISITOR)
  return answerStep(request, { step: 'address', draft, error }, { status: 401 })
}

const UNEXPECTED = 'Failed to place order. Please try again.'

const placeForm = shippingAddressInput.safeExtend({
  paymentMethod: paymentMethodInput,
  idempotencyKey: z.string().min(1).max(200),
  expectedTotal: typedNumber(z.number().int().nonnegative()),
  /** The serialized cart that the customer saw. */
  cart: z.string().max(100_000),
  couponCode: couponCodeInput.optional(),
  referralCode: referralCodeInput.optional(),
  /** The value of `VisitSource`. Any other value is ignored, because the customer did not type it. */
  source: z.enum(SOURCES).optional().catch(undefined),
})

export async function placeStep(request: Request, form: FormData, context: RequestContext) {
  const { ctx, cart, reportError, requestId } = context
  const draft = formDraft(form, ctx.actor)
  const answerPayment = async (answer: Pick<CheckoutAnswer, 'error' | 'newKey'>, init: Init) => {
    const pricing = await pricingFor(context, readCodes(request), form)
    return answerStep(request, { step: 'payment', draft, pricing, ...answer }, init)
  }
  const fields = readFields(placeForm, form)
  if (!fields.ok) {
    if (ADDRESS_FIELDS.some((name) => fields.problems[name])) return addressStep(request, form, context)
    return answerPayment({ error: { message: fields.problems.paymentMethod ?? UNEXPECTED } }, { status: 422 })
  }
  try {
    const business = await readBusiness(ctx, form)
    if (!business.ok) return await addressStep(request, form, context)
    const { actor, db } = ctx
    const person = actor.kind === 'person' ? actor.id : null
    const isRepeat = person && (await orderPlacedWith(db, person, fields.value.idempotencyKey))
    const counted = isRepeat ? null : person
    const wait = counted && (await consumeOrderLimit(request, context, 'place', counted))
    if (wait) {
      const error = { message: `You have placed many orders in a short time. ${wait.words}` }
      return await answerPayment({ error }, { status: 429, headers: wait.headers })
    }
    const { source, ...entered } = fields.value
    const { headers } = request
    const privacy = { dnt: headers.get('dnt') ?? '', 'sec-gpc': headers.get('sec-gpc') ?? '' }
    const visit = source && !asksNotToBeCounted(privacy) ? { source } : {}
    const placed = await orderCart(context, { ...entered, ...visit }, business.value)
    if (placed.ok) return await confirmOrder(request, cart, placed.value)
    if (counted) await refundOrderLimit(request, context, 'place', counted)
    const link = LINKS[placed.reason]
    const error = { message: orderFailureMessage(placed), ...(link && { link }) }
    if (placed.reason !== 'idempotency_key_reused') return await answerPayment({ error }, { status: 409 })
    const next = newCheckoutKey(request)
    return await answerPayment({ error, newKey: next.key }, { status: 409, cookies: [next.setCookie] })
  } catch (problem) {
    reportError(problem, requestId)
    const error = { message: UNEXPECTED }
    return answerStep(request, { step: 'payment', draft, error }, { status: 500 })
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

/** `isCartOrdered`: false if the current cart is newer than the order. */
type Outcome = { orderId: string; isCartOrdered: boolean }

/** Orders the cart if it is unchanged since the customer saw it. */
async function orderCart(
  context: CheckoutContext,
  form: z.infer<typeof placeForm>,
  business: Business | null,
): Promise<Result<Outcome, CheckoutRefusal>> {
  const { ctx, cart: own } = context
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const { cart: seenCart, ...input } = form
  const lines = await own.save()
  if (serializeCart(lines) !== seenCart) {
    // The form was sent again after its order was placed, which had emptied the cart.
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

export async function confirmOrder(request: Request, own: RequestCart, { orderId, isCartOrdered }: Outcome) {
  const headers = new Headers({ 'set-cookie': setCookie(request, 'checkout_key', '') })
  for (const cookie of [setCookie(request, 'coupon', ''), ...draftCookies(request, null)])
    headers.append('set-cookie', cookie)
  if (isCartOrdered) own.reload()
  const cookie = await own.setCookie()
  if (cookie) headers.append('set-cookie', cookie)
  return redirect(confirmationPath(orderId), { status: 303, headers })
}
