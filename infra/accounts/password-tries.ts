import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'

const QUARTER = 900

const BY_ACCOUNT: Limit = { most: 10, seconds: QUARTER }
const BY_NETWORK: Limit = { most: 100, seconds: QUARTER }

/** One counter for every place that takes a password: sign-in, change of password, deletion of the account. */
const WHAT = 'password'

/**
 * Counts a try of a password and returns the seconds to wait before another one, or 0. `email` is that of the account,
 * whether or not there is one; null when what was sent is no address. `address` is the network address of the client.
 */
export async function countPasswordTry(
  limits: RateLimiter,
  { email, address }: { email: string | null; address: string },
): Promise<number> {
  const waits = [await limits.consume(`${WHAT} network`, networkOf(address), BY_NETWORK)]
  if (email !== null) waits.push(await limits.consume(WHAT, email.toLowerCase(), BY_ACCOUNT))
  return Math.max(...waits)
}

/** Gives the account its tries back, after a right password. */
export async function forgetPasswordTries(limits: RateLimiter, email: string): Promise<void> {
  await limits.reset(WHAT, email.toLowerCase())
}
