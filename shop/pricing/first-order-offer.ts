/** What the shop offers on a first order. The texts here are what pages promise, and the code obeys them. */
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import type { OfferPolicy } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import { REWARD_PERCENT } from '#shop/referrals/referral.ts'

/** A line of a cart as offers see it. */
export type OfferLine = { name: string; category: CategorySlug; unitPrice: Money; quantity: number }

const OFFER = 'Buy 1 Get 1 Free on Millet Meal Mix for new users'

/** The name of the offer, as pages and orders say it. */
export const OFFER_NAME = 'Buy 1 Get 1 Free'

/** True for what the offer is about: everything in the category Meal Mixes, plain or with picks. */
function isEligible({ category }: Pick<OfferLine, 'category'>): boolean {
  return category === 'meal-mix'
}

/** How many units of a cart the offer is about; it needs two. */
export function eligibleUnits(lines: readonly OfferLine[]): number {
  return lines.filter(isEligible).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The unit that is free: the cheapest of at least two, of equals the first by name. Null when there is none. */
export function freeUnit(lines: readonly OfferLine[]): { name: string; unitPrice: Money } | null {
  if (eligibleUnits(lines) < 2) return null
  const [cheapest] = lines
    .filter(isEligible)
    .toSorted((a, b) => a.unitPrice - b.unitPrice || (a.name < b.name ? -1 : 1))
  return cheapest ? { name: cheapest.name, unitPrice: cheapest.unitPrice } : null
}

/** What pages promise, after the shop's policy. */
export function offerPromises({ firstOrderOffer, referralPercent }: OfferPolicy): string[] {
  const friends = `${referralPercent}% off a friend’s first order, and ${REWARD_PERCENT}% off your next one`
  return [...(firstOrderOffer ? [OFFER] : []), ...(referralPercent > 0 ? [friends] : [])]
}
