import type { Ctx, Db } from '#shop/ctx.ts'
import { ok } from '#shop/kernel/result.ts'
import { MAX_COLLISIONS, referralCode } from '#shop/referrals/referral.ts'
import { assignCode } from '#shop/referrals/referrals.sql.ts'

type Giving = { db: Ctx['db']; brand: string }

/** Gives a new account its referral code. An unknown id takes the same time and changes nothing. */
export async function assignReferralCode({ db, brand }: Giving, userId: string) {
  await assignFreeCode(db, brand, userId)
  return ok(null)
}

/** The account's referral code, created if missing; null when the account does not exist or was closed. */
export async function assignFreeCode(db: Db, brand: string, userId: string): Promise<string | null> {
  for (let collisions = 0; collisions <= MAX_COLLISIONS; collisions += 1) {
    const given = await assignCode(db, userId, referralCode(brand, userId, collisions))
    if (given !== 'taken') return given
  }
  throw new Error(`no referral code is left for user ${userId}`)
}
