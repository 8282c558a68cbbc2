import { tryCodes } from '#shop/coupons/guesses.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type FoundDiscounts, findDiscounts } from '#shop/pricing/discounts.read.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import type { Newcomer } from '#shop/referrals/referrals.sql.ts'

/**
 * The discounts of these codes for the actor. `delivery`: the delivery address if known. After too many wrong codes a
 * coupon is refused with `too_many_codes`, and a link's referral code is ignored.
 */
export async function lookUpDiscounts(
  { db, actor, now, config, guesses }: Ctx,
  { delivery, ...codes }: EnteredCodes & { delivery: Newcomer['delivery'] },
): Promise<FoundDiscounts> {
  const asked = { ...codes, actor, now, delivery, offers: config.offers }
  return tryCodes(guesses, [codes.couponCode, codes.referralCode], (tries) =>
    findDiscounts(db, { ...asked, tries }),
  )
}
