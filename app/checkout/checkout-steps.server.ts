import { data, redirect } from 'react-router'
import { z } from 'zod'
import { ADDRESS_FIELDS, addressOf } from '#app/account/address-values.tsx'
import { loadCartView } from '#app/cart/cart-view.server.ts'
import type { CheckoutAnswer, CheckoutPricing } from '#app/checkout/checkout-page.tsx'
import type { CheckoutError } from '#app/checkout/payment-form.tsx'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import type { RequestCart, RequestContext } from '#app/request/context.server.ts'
import { newCheckoutKey, readCodes, setCookie } from '#app/request/cookies.server.ts'
import { waitForOrder } from '#app/request/rate-limit.server.ts'
import { EMPTY_CART, serializeCart } from '#shop/carts/cart.ts'
import { priceCartView } from '#shop/carts/cart-view.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import { typedNumber } from '#shop/field.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { paymentMethodInput } from '#shop/orders/input.ts'
import { confirmationPath } from '#shop/orders/order-paths.ts'
import { orderPlacedWith } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { type CheckoutRefusal, placingMessage } from '#shop/orders/refusals.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import { lookUpDiscounts } from '#shop/pricing/look-up-discounts.ts'

type Asked = Pick<RequestContext, 'ctx' | 'cart'>

/** The discounts of these codes at the form's address: a referral counts only between different households. */
async function pricingFor({ ctx }: Asked, codes: EnteredCodes, form: FormData): Promise<CheckoutPricing> {
  const { discounts } = await lookUpDiscounts(ctx, { ...codes, delivery: addressOf(form) })
  return { codes, discounts }
}

/** True when the post is about the coupon, or brings a code that is not applied yet. */
function isAboutCoupon(form: FormData): boolean {
  return form.has('coupon') || textOf(form, 'couponCode').trim() !== ''
}

const couponForm = z.object({ couponCode: couponCodeInput })

type CouponOutcome =
  | { isApplied: true; pricing: CheckoutPricing; setCookie: string }
  | { isApplied: false; answer: CheckoutAnswer }

/** Removes the coupon, or applies the entered code to the current cart. */
async function changeCoupon(request: Request, form: FormData, context: Asked): Promise<CouponOutcome> {
  const before = readCodes(request)
  const applied = async (couponCode: string | null): Promise<CouponOutcome> => {
    const pricing = await pricingFor(context, { ...before, couponCode }, form)
    return { isApplied: true, pricing, setCookie: setCookie(request, 'coupon', couponCode ?? '') }
  }
  const refused = async (typed: string, message: string): Promise<CouponOutcome> => {
    const pricing = await pricingFor(context, before, form)
    const coupon = { typed, message }
    return { isApplied: false, answer: { step: 'address', address: addressOf(form), pricing, coupon } }
  }
  if (form.get('coupon') === 'remove') return applied(null)
  const sent = readFields(couponForm, form)
  if (!sent.ok) return refused(textOf(form, 'couponCode'), sent.problems.couponCode ?? 'Invalid coupon code')
  const { couponCode } = sent.value
  const view = await loadCartView(context.ctx, await context.cart.read(), { ...before, couponCode })
  const { couponRefusal } = priceCartView(view, view.cart)
  return couponRefusal ? refused(couponCode, couponRefusal.message) : applied(couponCode)
}

/** Step 1 again, with the coupon applied, removed or refused. */
export async function couponStep(request: Request, form: FormData, context: Asked) {
  const outcome = await changeCoupon(request, form, context)
  if (!outcome.isApplied) return data<CheckoutAnswer>(outcome.answer, { status: 422 })
  const answer = { step: 'address', address: addressOf(form), pricing: outcome.pricing } as const
  return data<CheckoutAnswer>(answer, { headers: { 'set-cookie': outcome.setCookie } })
}

/**
 * Checks the address and goes on to the payment, or answers the problems of its fields. A coupon code that was entered
 * but not applied is applied too; a refused one keeps the customer on this step.
 */
export async function addressStep(request: Request, form: FormData, context: Asked) {
  const sent = readFields(shippingAddressInput, form)
  const address = addressOf(form)
  const outcome = isAboutCoupon(form) ? await changeCoupon(request, form, context) : null
  if (outcome && !outcome.isApplied) return data<CheckoutAnswer>(outcome.answer, { status: 422 })
  const pricing = outcome?.pricing ?? (await pricingFor(context, readCodes(request), form))
  const headers: HeadersInit = outcome ? { 'set-cookie': outcome.setCookie } : {}
  if (!sent.ok) {
    const { problems } = sent
    return data<CheckoutAnswer>({ step: 'address', address, pricing, problems }, { status: 422, headers })
  }
  if (form.get('saveAddress') === 'on')
    await saveAddress(context.ctx, { id: null, address: sent.value, makeDefault: false })
  return data<CheckoutAnswer>({ step: 'payment', address, pricing }, { headers })
}

/** From the payment back to the address. */
export async function backStep(request: Request, form: FormData, context: Asked) {
  const pricing = await pricingFor(context, readCodes(request), form)
  return data<CheckoutAnswer>({ step: 'address', address: addressOf(form), pricing })
}

const UNEXPECTED = 'Failed to place order. Please try again.'

const placeForm = z.object({
  ...shippingAddressInput.shape,
  paymentMethod: paymentMethodInput,
  idempotencyKey: z.string().min(1).max(200),
  expectedTotal: typedNumber(z.number().int().nonnegative()),
  /** The cart that the customer saw, as text. */
  cart: z.string().max(100_000),
  /** The codes with which it was priced. */
  couponCode: couponCodeInput.optional(),
  referralCode: referralCodeInput.optional(),
})

type PlaceForm = z.infer<typeof placeForm>

/** Places the order and redirects to its confirmation, or answers the payment step with the reason. */
export async function placeStep(request: Request, form: FormData, context: RequestContext) {
  const { ctx, cart, reportError, requestId } = context
  const address = addressOf(form)
  const again = async (answer: Pick<CheckoutAnswer, 'error' | 'freshKey'>, init: ResponseInit) => {
    const pricing = await pricingFor(context, readCodes(request), form)
    return data<CheckoutAnswer>({ step: 'payment', address, pricing, ...answer }, init)
  }
  const sent = readFields(placeForm, form)
  if (!sent.ok) {
    if (ADDRESS_FIELDS.some((name) => sent.problems[name])) return addressStep(request, form, context)
    return again({ error: { message: sent.problems.paymentMethod ?? UNEXPECTED } }, { status: 422 })
  }
  try {
    const { actor } = ctx
    const wait = actor.kind === 'person' ? await waitForOrder(request, context, 'place', actor.id) : null
    if (wait) {
      const error = { message: `You have placed many orders in a short time. ${wait.words}` }
      return await again({ error }, { status: 429, headers: wait.headers })
    }
    const placed = await place(ctx, cart, sent.value)
    if (placed.ok) return await confirmed(request, cart, placed.value)
    const error = errorOf(placed)
    if (placed.reason !== 'idempotency_key_reused') return await again({ error }, { status: 409 })
    const fresh = newCheckoutKey(request)
    const headers = { 'set-cookie': fresh.setCookie }
    return await again({ error, freshKey: fresh.key }, { status: 409, headers })
  } catch (problem) {
    reportError(problem, requestId)
    const error = { message: UNEXPECTED }
    return data<CheckoutAnswer>({ step: 'payment', address, error }, { status: 500 })
  }
}

const TO_CART = { to: '/cart', label: 'Change your cart' }

const LINKS: Partial<Record<CheckoutRefusal['reason'], CheckoutError['link']>> = {
  not_sold: TO_CART,
  out_of_stock: TO_CART,
  cart_has_problems: TO_CART,
  too_many_units: TO_CART,
  too_many_open_orders: { to: '/orders', label: 'My Orders' },
  idempotency_key_reused: { to: '/orders', label: 'My Orders' },
}

function errorOf(refusal: CheckoutRefusal): CheckoutError {
  const link = LINKS[refusal.reason]
  return { message: placingMessage(refusal), ...(link && { link }) }
}

/** `isCartOrdered` is false when the present cart is newer than the order. */
type Placed = { orderId: string; isCartOrdered: boolean }

/** Orders the cart if it is still the one that the customer saw. */
async function place(ctx: Ctx, own: RequestCart, form: PlaceForm): Promise<Result<Placed, CheckoutRefusal>> {
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
  const { idempotencyKey, expectedTotal, paymentMethod, couponCode, referralCode, ...shippingAddress } = input
  const codes = { couponCode, referralCode }
  const order = { idempotencyKey, lines, shippingAddress, paymentMethod, expectedTotal, ...codes }
  const placed = await placeOrder(ctx, order)
  if (placed.ok) return ok({ orderId: placed.value.orderId, isCartOrdered: true })
  return 'cart' in placed && hasUnsold(placed.cart) ? err('not_sold') : placed
}

function hasUnsold({ lines, unavailable }: PricedCart): boolean {
  return unavailable.length > 0 || lines.some(({ problem }) => problem === 'not_sold')
}

/** Redirects to the confirmation; the browser forgets the order's key, coupon and cart. */
async function confirmed(request: Request, own: RequestCart, { orderId, isCartOrdered }: Placed) {
  const headers = new Headers({ 'set-cookie': setCookie(request, 'checkout_key', '') })
  headers.append('set-cookie', setCookie(request, 'coupon', ''))
  if (isCartOrdered) await own.keep(EMPTY_CART)
  const cookie = await own.setCookie()
  if (cookie) headers.append('set-cookie', cookie)
  return redirect(confirmationPath(orderId), { status: 303, headers })
}
