/** Limits on placing and cancelling orders, shared by pages and API. */
import type { RateLimiter, RateLimitState } from '#infra/rate-limits/rate-limits.ts'

export type OrderAttempt = 'place' | 'cancel'

const HOUR = 3600
/** A network gets this multiple of an account's limit: offices and mobile networks share an address. */
const NETWORK_SHARE = 10

/** Counts a try by account and network. `limit` and the rest are the account's, `wait` covers both. */
export async function countOrderAttempt(
  limits: RateLimiter,
  kind: OrderAttempt,
  { person, network, perHour }: { person: string; network: string; perHour: number },
): Promise<RateLimitState & { limit: number }> {
  const own = await limits.count(`${kind} order`, person, { max: perHour, seconds: HOUR })
  const shared = { max: perHour * NETWORK_SHARE, seconds: HOUR }
  const wait = await limits.consume(`${kind} order network`, network, shared)
  return { ...own, limit: perHour, wait: Math.max(own.wait, wait) }
}
