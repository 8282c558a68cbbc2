import type { Ctx } from '#shop/ctx.ts'
import { ok, type Result } from '#shop/kernel/result.ts'
import { codePrefix, MAX_COLLISIONS, MIN_CODE_LENGTH } from '#shop/referrals/referral.ts'
import { assignCodes } from '#shop/referrals/referrals.sql.ts'

/** Accounts per statement, so that other writers need not wait long. */
const BATCH_SIZE = 2_000

/**
 * Gives a referral code to all accounts without one and returns their number. `signal` stops it after the current
 * statement; the next run continues.
 */
export async function assignMissingCodes(
  { db, brand }: { db: Ctx['db']; brand: string },
  signal?: AbortSignal,
): Promise<Result<number>> {
  const prefix = codePrefix(brand)
  let given = 0
  // Accounts whose code is taken are tried again with one more character.
  for (let length = MIN_CODE_LENGTH; length <= MIN_CODE_LENGTH + MAX_COLLISIONS; length += 1) {
    let after: string | null = null
    let seen = 0
    do {
      if (signal?.aborted) return ok(given)
      const batch = await assignCodes(db, { prefix, length, after, limit: BATCH_SIZE })
      given += batch.given
      seen += batch.seen
      after = batch.last
    } while (after !== null)
    if (seen === 0) break
  }
  return ok(given)
}
