import type { Ctx, Db } from '#shop/ctx.ts'
import { ok, type Result } from '#shop/kernel/result.ts'
import { codePrefix, MAX_COLLISIONS, MIN_CODE_LENGTH, referralCode } from '#shop/referrals/referral.ts'
import { assignCode, assignCodes } from '#shop/referrals/referrals.sql.ts'

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

type Giving = { db: Ctx['db']; brand: string }

/** Gives a new account its referral code. An unknown id takes the same time and changes nothing. */
export async function assignReferralCode({ db, brand }: Giving, userId: string): Promise<Result<null>> {
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
