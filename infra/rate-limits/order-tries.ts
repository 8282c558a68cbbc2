/** How often one may place or cancel orders: page and API count together. */
import type { RateLimiter, RateLimitState } from '#infra/rate-limits/rate-limits.ts'

export type OrderTry = 'place' | 'cancel'

const HOUR = 3600
/** Offices and whole mobile networks share an address. */
const NETWORK_SHARE = 10

/** Counts a try by this account and from this network. `limit` and the rest are the account's, `wait` that of both. */
export async function countOrderTry(
  limits: RateLimiter,
  kind: OrderTry,
  { person, network, perHour }: { person: string; network: string; perHour: number },
): Promise<RateLimitState & { limit: number }> {
  const own = await limits.count(`${kind} order`, person, { most: perHour, seconds: HOUR })
  const shared = { most: perHour * NETWORK_SHARE, seconds: HOUR }
  const wait = await limits.consume(`${kind} order network`, network, shared)
  return { ...own, limit: perHour, wait: Math.max(own.wait, wait) }
}
