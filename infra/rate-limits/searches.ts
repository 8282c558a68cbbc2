import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit, RateLimiter, RateLimitState } from '#infra/rate-limits/rate-limits.ts'

/** Of one network, over pages, their data and the API together: a household or an office types less in a minute. */
export const SEARCHES: Limit = { most: 120, seconds: 60, isRemembered: true }

/** Counts a search that comes from this client address. */
export async function countSearch(
  limits: RateLimiter,
  address: string,
): Promise<RateLimitState & { limit: number }> {
  return { ...(await limits.count('search', networkOf(address), SEARCHES)), limit: SEARCHES.most }
}
