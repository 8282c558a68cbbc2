import type { Ctx } from '#shop/ctx.ts'
import { ok, type Result } from '#shop/kernel/result.ts'
import { assignFreeCode } from '#shop/referrals/give-code.flow.ts'

type Giving = { db: Ctx['db']; brand: string }

/** Gives a new account its referral code. An unknown id takes the same time and changes nothing. */
export async function assignReferralCode({ db, brand }: Giving, userId: string): Promise<Result<null>> {
  await assignFreeCode(db, brand, userId)
  return ok(null)
}
