import { data } from 'react-router'
import { addressOf } from '#app/account/address-values.ts'
import { loadCartView } from '#app/cart/cart-view.server.ts'
import type { CheckoutAnswer, CheckoutPricing } from '#app/checkout/checkout-page.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { readCodes, setCookie } from '#app/request/cookies.server.ts'
import { priceCartView } from '#shop/carts/cart-view.ts'
import { couponCodeInput } from '#shop/coupons/code.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import { lookUpDiscounts } from '#shop/pricing/look-up-discounts.ts'

/** The discounts of these codes at this address: a referral counts only between different households. */
export async function pricingFor(
  { ctx }: Pick<RequestContext, 'ctx'>,
  codes: EnteredCodes,
  form: FormData,
): Promise<CheckoutPricing> {
  const { discounts } = await lookUpDiscounts(ctx, { ...codes, delivery: addressOf(form) })
  return { codes, discounts }
}

/** True when the post is about the coupon, or brings a code that is not applied yet. */
export function isAboutCoupon(form: FormData): boolean {
  return form.has('coupon') || textOf(form, 'couponCode').trim() !== ''
}

export type CouponOutcome =
  | { isApplied: true; pricing: CheckoutPricing; setCookie: string }
  | { isApplied: false; answer: CheckoutAnswer }

/** Takes the coupon off, or tries the code that was typed on the cart as it is. */
export async function changeCoupon(
  request: Request,
  form: FormData,
  context: Pick<RequestContext, 'ctx' | 'cart'>,
): Promise<CouponOutcome> {
  const before = readCodes(request)
  if (form.get('coupon') === 'remove') return applied(request, form, context, { ...before, couponCode: null })
  const typed = textOf(form, 'couponCode')
  const parsed = couponCodeInput.safeParse(typed)
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? 'Invalid coupon code'
    return refused(form, typed, message, await pricingFor(context, before, form))
  }
  const codes = { ...before, couponCode: parsed.data }
  const view = await loadCartView(context.ctx, await context.cart.read(), codes)
  const { couponRefusal } = priceCartView(view, view.cart)
  if (!couponRefusal) return applied(request, form, context, codes)
  return refused(form, parsed.data, couponRefusal.message, await pricingFor(context, before, form))
}

async function applied(
  request: Request,
  form: FormData,
  context: Pick<RequestContext, 'ctx'>,
  codes: EnteredCodes,
): Promise<CouponOutcome> {
  const pricing = await pricingFor(context, codes, form)
  return { isApplied: true, pricing, setCookie: setCookie(request, 'coupon', codes.couponCode ?? '') }
}

function refused(form: FormData, typed: string, message: string, pricing: CheckoutPricing): CouponOutcome {
  const coupon = { typed, message }
  return { isApplied: false, answer: { step: 'address', address: addressOf(form), pricing, coupon } }
}

/** Step 1 again, with the coupon applied, taken off or refused. */
export async function couponStep(
  request: Request,
  form: FormData,
  context: Pick<RequestContext, 'ctx' | 'cart'>,
) {
  const outcome = await changeCoupon(request, form, context)
  if (!outcome.isApplied) return data<CheckoutAnswer>(outcome.answer, { status: 422 })
  const answer = { step: 'address', address: addressOf(form), pricing: outcome.pricing } as const
  return data<CheckoutAnswer>(answer, { headers: { 'set-cookie': outcome.setCookie } })
}
