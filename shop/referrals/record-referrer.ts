import { withGuessLimit } from '#shop/coupons/guess-limit.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ok } from '#shop/kernel/result.ts'
import { findReferrer, saveReferrer } from '#shop/referrals/referrals.sql.ts'

/**
 * Saves the referrer whose link a new account's owner followed, so that it applies on every device. Unknown codes are
 * ignored; only the first referrer counts.
 */
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
