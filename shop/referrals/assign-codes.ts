import { withGuessLimit } from '#shop/coupons/code.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { MAX_COLLISIONS, referralCode } from '#shop/referrals/referral.ts'
import { assignCode, findReferrer, saveReferrer } from '#shop/referrals/referrals.sql.ts'

/** Assigns a code to a new account. An unknown id takes equally long, so that the duration reveals nothing. */
export async function assignReferralCode({ db, brand }: { db: Db; brand: string }, userId: string) {
  await assignFreeCode(db, brand, userId)
  return ok(null)
}

/** Returns the account's code, and creates it if missing. Null if the account is closed or missing. */
export async function assignFreeCode(db: Db, brand: string, userId: string): Promise<string | null> {
  for (let collisions = 0; collisions <= MAX_COLLISIONS; collisions += 1) {
    const code = await assignCode(db, userId, referralCode(brand, userId, collisions))
    if (code !== 'taken') return code
  }
  throw new Error(`no referral code is left for user ${userId}`)
}

/** Returns the actor's code. Creates it for accounts that others created. */
export async function openReferrals(ctx: Ctx) {
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const code = await assignFreeCode(db, config.brand, actor.id)
  return code === null ? err('signed_out') : ok(code)
}

/** Records the referrer of a new account that followed a link. Unknown codes are ignored; the first referrer wins. */
export async function recordReferrer(
  ctx: Pick<Ctx, 'db' | 'now' | 'guesses'>,
  { newcomerId, code }: { newcomerId: string; code: string },
) {
  const { db, now } = ctx
  const referrer = await withGuessLimit(ctx.guesses, [code], async ({ waitSeconds, misses }) => {
    const found = waitSeconds > 0 ? null : await findReferrer(db, code)
    if (!found) misses.add(code)
    return found
  })
  if (referrer && referrer.id !== newcomerId)
    await saveReferrer(db, { newcomerId, referrerId: referrer.id, now })
  return ok(null)
}
