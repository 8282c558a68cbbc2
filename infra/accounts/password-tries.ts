import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'

const QUARTER = 900

const BY_ACCOUNT: Limit = { max: 10, seconds: QUARTER }
const BY_NETWORK: Limit = { max: 100, seconds: QUARTER }

/** One counter for all password checks: sign-in, change of password, account deletion. */
const WHAT = 'password'

/**
 * Counts a password try and returns the seconds to wait before the next one, or 0. `email`: the address tried, with or
 * without an account; null for an invalid one. `address`: the client's network address.
 */
export async function countPasswordAttempt(
  limits: RateLimiter,
  { email, address }: { email: string | null; address: string },
): Promise<number> {
  const waits = [await limits.consume(`${WHAT} network`, networkOf(address), BY_NETWORK)]
  if (email !== null) waits.push(await limits.consume(WHAT, email.toLowerCase(), BY_ACCOUNT))
  return Math.max(...waits)
}

/** Resets the account's tries after a correct password. */
export async function resetPasswordAttempts(limits: RateLimiter, email: string): Promise<void> {
  await limits.reset(WHAT, email.toLowerCase())
}
