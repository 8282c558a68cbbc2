import { tryCodes } from '#shop/coupons/guesses.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type FoundDiscounts, findDiscounts } from '#shop/pricing/discounts.read.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import type { Newcomer } from '#shop/referrals/referrals.sql.ts'

/**
 * What these codes take off for the actor. `delivery`: where the order goes, as far as it is known. After too many wrong
 * codes the coupon is refused with `too_many_codes`, and a friend's code from a link is passed over.
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
