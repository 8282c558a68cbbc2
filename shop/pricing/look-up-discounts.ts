import { withGuessLimit } from '#shop/coupons/guess-limit.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type AvailableDiscounts, type DiscountRequest, findDiscounts } from '#shop/pricing/discounts.read.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'

/** After too many wrong codes a coupon is refused and a link's code ignored. */
export async function lookUpDiscounts(
  { db, actor, now, config, guesses }: Ctx,
  { delivery, hasOrdered, ...codes }: EnteredCodes & Pick<DiscountRequest, 'delivery' | 'hasOrdered'>,
): Promise<AvailableDiscounts> {
  const known = hasOrdered === undefined ? {} : { hasOrdered }
  const asked = { ...codes, ...known, actor, now, delivery, offers: config.offers }
  return withGuessLimit(guesses, [codes.couponCode, codes.referralCode], (lookup) =>
    findDiscounts(db, { ...asked, lookup }),
  )
}
