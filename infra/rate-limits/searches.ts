import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit, RateLimiter, RateLimitState } from '#infra/rate-limits/rate-limits.ts'

/** By network, over pages, their data and the API: a household or an office types fewer searches a minute. */
export const SEARCHES: Limit = { max: 120, seconds: 60, isRemembered: true }

/** Counts a search from this client address. */
export async function countSearch(
  limits: RateLimiter,
  address: string,
): Promise<RateLimitState & { limit: number }> {
  return { ...(await limits.count('search', networkOf(address), SEARCHES)), limit: SEARCHES.max }
}
