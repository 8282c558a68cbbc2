import { withGuessLimit } from '#shop/coupons/guess-limit.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type AvailableDiscounts, findDiscounts } from '#shop/pricing/discounts.read.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import type { Newcomer } from '#shop/referrals/referrals.sql.ts'

/**
 * The discounts of these codes for the actor. `delivery`: the delivery address if known. After too many wrong codes a
 * coupon is refused with `too_many_codes`, and a link's referral code is ignored.
 */
export async function lookUpDiscounts(
  { db, actor, now, config, guesses }: Ctx,
  { delivery, ...codes }: EnteredCodes & { delivery: Newcomer['delivery'] },
): Promise<AvailableDiscounts> {
  const asked = { ...codes, actor, now, delivery, offers: config.offers }
  return withGuessLimit(guesses, [codes.couponCode, codes.referralCode], (tries) =>
    findDiscounts(db, { ...asked, lookup: tries }),
  )
}
