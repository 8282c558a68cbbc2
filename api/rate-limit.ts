import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '#api/deps.ts'
import { tooMany } from '#api/failures.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { RateLimiter, RateLimitState } from '#infra/rate-limits/rate-limits.ts'
import { countOrderAttempt, countSearch, type OrderAttempt } from '#infra/rate-limits/rate-limits.ts'

export type RateLimit = { limit: number; windowSeconds: number }

/** The key under which requests are counted together; null when this request is not counted. */
type KeyOf = (c: Context<ApiEnv>) => string | null

const byAddress: KeyOf = (c) => networkOf(c.req.header('x-real-ip') ?? '')

/** Counts by account wherever its requests come from, and visitors by network. */
export const byPerson: KeyOf = (c) => {
  const { actor } = c.var.ctx
  return actor.kind === 'person' ? actor.id : byAddress(c)
}

/** Counts a request and returns the limit; null when this request is not counted. */
type Counting = (
  c: Context<ApiEnv>,
  limits: RateLimiter,
) => Promise<RateLimitState & { limit: number }> | null

/** Counts requests under `name`, answers 429 above the limit and sets `RateLimit-*`. Place after `signedIn`. */
export function limited(name: string, { limit, windowSeconds }: RateLimit, keyOf: KeyOf = byAddress) {
  return counted((c, limits) => {
    const key = keyOf(c)
    if (key === null) return null
    const counting = limits.count(`api ${name}`, key, { max: limit, seconds: windowSeconds })
    return counting.then((tally) => ({ ...tally, limit }))
  })
}

/** Counts placed and cancelled orders by account and network, together with those of the pages. */
export function limitedOrders(kind: OrderAttempt) {
  return counted((c, limits) => {
    const { perHour } = c.var.ctx.config.orderLimits
    const [person, network] = [byPerson(c) ?? '', byAddress(c) ?? '']
    return countOrderAttempt(limits, kind, { person, network, perHour })
  })
}

/** Counts searches (requests with `q`) together with those of the pages. */
export const limitedSearch = counted((c, limits) =>
  c.req.query('q')?.trim() ? countSearch(limits, c.req.header('x-real-ip') ?? '') : null,
)

function counted(count: Counting) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const counting = count(c, c.var.deps.limits)
    if (counting === null) return next()
    const tally = await counting
    c.header('RateLimit-Limit', String(tally.limit))
    c.header('RateLimit-Remaining', String(tally.remaining))
    c.header('RateLimit-Reset', String(tally.resetSeconds))
    return tally.wait > 0 ? tooMany(c, String(tally.wait)) : next()
  })
}
