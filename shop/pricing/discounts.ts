/** Only the largest discount applies. The functions are pure, so that browser and server agree. */

import {
  type CouponRefusal,
  type CouponTerms,
  couponDiscount,
  minimumProblem,
  valueText,
} from '#shop/coupons/coupon.ts'
import type { OfferPolicy } from '#shop/ctx.ts'
import { formatPrice, type Money, NO_MONEY, share, subtract } from '#shop/kernel/money.ts'
import { eligibleUnits, freeUnit, OFFER_NAME, type OfferLine } from '#shop/pricing/first-order-offer.ts'
import { type QuotedLine, type QuoteTerms, quote, type TaxedQuote } from '#shop/pricing/quote.ts'

/** In upper case. `referralCode`: from a link. */
export type EnteredCodes = { couponCode: string | null; referralCode: string | null }

export type Discounts = {
  coupon: CouponTerms | null
  refusedCoupon: { code: string; refusal: CouponRefusal } | null
  /** The referral, if it is valid for a first order. */
  referral: { code: string; percent: number } | null
  /** The percentage of a friend's code that is refused because the customer is of the friend's household. */
  sameHousehold: number | null
  /** 'unknown' for visitors, who count as new customers. */
  isFirstOrder: boolean | 'unknown'
  /** Another account has ordered to this phone number or address. */
  isKnownHousehold: boolean
  /** A percentage given by staff who create the order. */
  staffPercent?: number
  offers: OfferPolicy
}

export type DiscountKind = 'coupon' | 'referral' | 'first-order-offer' | 'staff'

export function isForFirstOrder(kind: DiscountKind | null): boolean {
  return kind === 'referral' || kind === 'first-order-offer'
}

/** `label`: on totals and invoices, 'Coupon MILLET10'. */
export type AppliedDiscount = { kind: DiscountKind; code: string | null; label: string; amount: Money }

export type DiscountedQuote = {
  quote: TaxedQuote
  appliedDiscount: AppliedDiscount | null
  /** Why a discount applies, or the condition that is missing. */
  discountNote: string | null
  /** Why the entered code cannot be used for this cart. */
  couponRefusal: CouponRefusal | null
}

/** `line`: the index of the discounted line; null for the whole cart. */
type Candidate = AppliedDiscount & { reason: string; line: number | null }

type Option = { quote: TaxedQuote; applied: Candidate | null }

/** Applies the largest discount. In a tie: the referral, then the offer, the coupon, the staff's discount. */
export function applyBestDiscount(
  lines: readonly (OfferLine & QuotedLine)[],
  terms: QuoteTerms,
  discounts: Discounts,
): DiscountedQuote {
  const base = quote(lines, terms)
  const candidates = [
    ...referralCandidate(base.subtotal, discounts),
    ...offerCandidate(lines, discounts),
    ...couponCandidate(base.subtotal, discounts),
    ...staffCandidate(base.subtotal, discounts),
  ]
  const options = candidates.map((applied) => ({
    applied,
    quote: quote(lines, terms, applied.amount, applied.line),
  }))
  let best: Option = { quote: base, applied: null }
  for (const candidate of options) if (candidate.quote.total < best.quote.total) best = candidate
  const { kind, code = null, label = '', amount = NO_MONEY } = best.applied ?? {}
  return {
    quote: best.quote,
    appliedDiscount: kind ? { kind, code, label, amount } : null,
    discountNote: joinNotes(
      householdNote(lines, discounts),
      savingNote(best.applied, candidates) ??
        joinNotes(couponNote(base, discounts, options), offerHint(lines, discounts)),
    ),
    couponRefusal: couponRefusalOf(base.subtotal, discounts),
  }
}

function referralCandidate(subtotal: Money, { referral, isFirstOrder }: Discounts): Candidate[] {
  if (!referral || isFirstOrder === false) return []
  const { code, percent } = referral
  const amount = share(subtotal, percent * 100)
  const reason = `${percent}% off your first order with a friend’s code, ${code}.`
  return candidate({ kind: 'referral', code, label: `Friend’s code ${code}`, amount, reason, line: null })
}

function offerCandidate(lines: readonly OfferLine[], discounts: Discounts): Candidate[] {
  const { isFirstOrder, isKnownHousehold } = discounts
  const free = isKnownHousehold ? null : offeredUnit(lines, discounts)
  if (!free) return []
  const when = isFirstOrder === 'unknown' ? ' if this is your first order' : ' on your first order'
  const reason = `${OFFER_NAME}: one ${free.name} (${formatPrice(free.unitPrice)}) is free${when}.`
  const { unitPrice: amount, line } = free
  return candidate({ kind: 'first-order-offer', code: null, label: OFFER_NAME, amount, reason, line })
}

function offeredUnit(lines: readonly OfferLine[], { isFirstOrder, offers }: Discounts) {
  return offers.firstOrderOffer && isFirstOrder !== false ? freeUnit(lines) : null
}

function couponCandidate(subtotal: Money, { coupon }: Discounts): Candidate[] {
  if (!coupon || minimumProblem(coupon, subtotal)) return []
  const amount = couponDiscount(coupon.value, subtotal)
  const reason = `Coupon ${coupon.code}: ${valueText(coupon.value)}.`
  const label = `Coupon ${coupon.code}`
  return candidate({ kind: 'coupon', code: coupon.code, label, amount, reason, line: null })
}

function staffCandidate(subtotal: Money, { staffPercent = 0 }: Discounts): Candidate[] {
  const label = `${staffPercent}% off`
  const reason = `${label}, given by the shop.`
  const amount = share(subtotal, staffPercent * 100)
  return candidate({ kind: 'staff', code: null, label, amount, reason, line: null })
}

function candidate(discount: Candidate): Candidate[] {
  return discount.amount > NO_MONEY ? [discount] : []
}

function savingNote(applied: Candidate | null, candidates: readonly Candidate[]): string | null {
  if (!applied) return null
  const others = candidates.filter((other) => other !== applied)
  if (others.length === 0) return applied.reason
  const smallerDiscounts = others.map(({ label, amount }) => `${label} (${formatPrice(amount)})`).join(' or ')
  const saves = formatPrice(applied.amount)
  return `${applied.reason} It saves you ${saves}; ${smallerDiscounts} would not save more, and an order takes one discount.`
}

/** Explains why a valid coupon takes nothing off. */
function couponNote(base: TaxedQuote, { coupon }: Discounts, options: readonly Option[]): string | null {
  if (!coupon || minimumProblem(coupon, base.subtotal)) return null
  const quote = options.find(({ applied }) => applied?.kind === 'coupon')?.quote
  const shipping = quote ? subtract(quote.shippingFee, base.shippingFee) : NO_MONEY
  const why = shipping > 0 ? `: with it, shipping would cost ${formatPrice(shipping)} more` : ''
  return `Coupon ${coupon.code} is valid, but takes nothing off this order${why}.`
}

function joinNotes(...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(' ') || null
}

/** Explains why a discount that was promised before the address was known no longer applies. */
function householdNote(lines: readonly OfferLine[], discounts: Discounts): string | null {
  const { sameHousehold, isKnownHousehold } = discounts
  if (sameHousehold !== null)
    return `Your friend’s ${sameHousehold}% doesn’t apply: this order goes to the same household.`
  return isKnownHousehold && offeredUnit(lines, discounts)
    ? `${OFFER_NAME} doesn’t apply: this phone number or address has had a first order already.`
    : null
}

function offerHint(lines: readonly OfferLine[], { isFirstOrder, isKnownHousehold, offers }: Discounts) {
  if (!offers.firstOrderOffer || isKnownHousehold || isFirstOrder === false || eligibleUnits(lines) !== 1)
    return null
  return `${OFFER_NAME}: add one more meal mix, and on your first order the cheaper one is free.`
}

function couponRefusalOf(subtotal: Money, { coupon, refusedCoupon }: Discounts) {
  if (refusedCoupon) return refusedCoupon.refusal
  return coupon && minimumProblem(coupon, subtotal)
}
