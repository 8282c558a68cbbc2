import { withGuessLimit } from '#shop/coupons/guess-limit.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { MAX_COLLISIONS, referralCode } from '#shop/referrals/referral.ts'
import { assignCode, findReferrer, saveReferrer } from '#shop/referrals/referrals.sql.ts'

/** An unknown id takes equally long. */
export async function assignReferralCode({ db, brand }: { db: Db; brand: string }, userId: string) {
  await assignFreeCode(db, brand, userId)
  return ok(null)
}

/** Created if missing; null if the account is closed or missing. */
export async function assignFreeCode(db: Db, brand: string, userId: string): Promise<string | null> {
  for (let collisions = 0; collisions <= MAX_COLLISIONS; collisions += 1) {
    const given = await assignCode(db, userId, referralCode(brand, userId, collisions))
    if (given !== 'taken') return given
  }
  throw new Error(`no referral code is left for user ${userId}`)
}

/** Created for accounts that did not sign up themselves. */
export async function openReferrals(ctx: Ctx) {
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const code = await assignFreeCode(db, config.brand, actor.id)
  return code === null ? err('signed_out') : ok(code)
}

/** For a new account that followed a link. Unknown codes are ignored; the first referrer counts. */
export async function recordReferrer(
  ctx: Pick<Ctx, 'db' | 'now' | 'guesses'>,
  { newcomerId, code }: { newcomerId: string; code: string },
) {
  const { db, now } = ctx
  const referrer = await withGuessLimit(ctx.guesses, [code], async ({ waitSeconds, missed }) => {
    const found = waitSeconds > 0 ? null : await findReferrer(db, code)
    if (!found) missed.add(code)
    return found
  })
  if (referrer && referrer.id !== newcomerId)
    await saveReferrer(db, { newcomerId, referrerId: referrer.id, now })
  return ok(null)
}
