/** The first-order offer. Pages promise it in these texts, so texts and code change together. */
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import type { OfferPolicy } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import { REWARD_PERCENT } from '#shop/referrals/referral.ts'

export type OfferLine = { name: string; category: CategorySlug; unitPrice: Money; quantity: number }

const OFFER = 'Buy 1 Get 1 Free on Millet Meal Mix for new users'

export const OFFER_NAME = 'Buy 1 Get 1 Free'

/** True for everything in the category Meal Mixes, plain or with picks. */
function isEligible({ category }: Pick<OfferLine, 'category'>): boolean {
  return category === 'meal-mix'
}

export function eligibleUnits(lines: readonly OfferLine[]): number {
  return lines.filter(isEligible).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Returns the cheapest of the eligible units, in a tie the first by name; null for fewer than two units. */
export function freeUnit(lines: readonly OfferLine[]) {
  if (eligibleUnits(lines) < 2) return null
  const [cheapest] = lines
    .map(({ name, unitPrice, category }, line) => ({ line, name, unitPrice, category }))
    .filter(isEligible)
    .sort((a, b) => a.unitPrice - b.unitPrice || (a.name < b.name ? -1 : 1))
  return cheapest ? { line: cheapest.line, name: cheapest.name, unitPrice: cheapest.unitPrice } : null
}

/** Returns the offer's text for the page of a product; null if it does not apply. */
export function productOffer(product: Pick<OfferLine, 'category'>, offers: OfferPolicy): string | null {
  if (!offers.firstOrderOffer || !isEligible(product)) return null
  const others = offers.referralPercent > 0 ? 'a friend’s code or a coupon' : 'a coupon'
  return `New here? ${OFFER_NAME}: with two or more meal mixes in your first order, the cheapest is free. An order takes one discount: if ${others} saves you more, you get that instead.`
}

/** Returns the texts of both offers; '' for an offer that is switched off. */
export function offerPromises({ firstOrderOffer, referralPercent }: OfferPolicy) {
  const friends = `${referralPercent}% off a friend’s first order, and ${REWARD_PERCENT}% off your next one`
  return { firstOrderOffer: firstOrderOffer ? OFFER : '', friendOffer: referralPercent > 0 ? friends : '' }
}
