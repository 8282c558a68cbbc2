import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '#api/deps.ts'
import { tooMany } from '#api/failures.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { RateLimiter, RateLimitState } from '#infra/rate-limits/rate-limits.ts'
import {
  countDeletionLink,
  countOrderAttempt,
  countSearch,
  type OrderAttempt,
} from '#infra/rate-limits/rate-limits.ts'

export type RateLimit = { limit: number; windowSeconds: number }

/** The key under which requests are counted together; null when this request is not counted. */
type KeyOf = (c: Context<ApiEnv>) => string | null

const byAddress: KeyOf = (c) => networkOf(c.req.header('x-real-ip') ?? '')

/** Counts a person’s requests by account, from any network, and a visitor’s by network. */
export const byPerson: KeyOf = (c) => {
  const { actor } = c.var.ctx
  return actor.kind === 'person' ? actor.id : byAddress(c)
}

/** Counts a request and returns the limit; null when this request is not counted. */
type CountRequest = (
  c: Context<ApiEnv>,
  limits: RateLimiter,
) => Promise<RateLimitState & { limit: number }> | null

/** Counts requests under `name`, sets `RateLimit-*` and answers 429 above the limit. */
export function limited(name: string, { limit, windowSeconds }: RateLimit, keyOf: KeyOf = byAddress) {
  return limitBy((c, limits) => {
    const key = keyOf(c)
    if (key === null) return null
    const tally = limits.count(`api ${name}`, key, { max: limit, seconds: windowSeconds })
    return tally.then((state) => ({ ...state, limit }))
  })
}

/** Counts attempts to place or cancel an order by account and network, together with those on pages. */
export function limitedOrders(kind: OrderAttempt) {
  return limitBy((c, limits) => {
    const { perHour } = c.var.ctx.config.orderLimits
    const [person, network] = [byPerson(c) ?? '', byAddress(c) ?? '']
    return countOrderAttempt(limits, kind, { person, network, perHour })
  })
}

/** Counts searches (requests with `q`) together with those of the pages. */
export const limitedSearch = limitBy((c, limits) =>
  c.req.query('q')?.trim() ? countSearch(limits, c.req.header('x-real-ip') ?? '') : null,
)

export const limitedDeletionLinks = limitBy((c, limits) => countDeletionLink(limits, byPerson(c) ?? ''))

function limitBy(countRequest: CountRequest) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const tally = await countRequest(c, c.var.deps.limits)
    if (tally === null) return next()
    c.header('RateLimit-Limit', String(tally.limit))
    c.header('RateLimit-Remaining', String(tally.remaining))
    c.header('RateLimit-Reset', String(tally.resetSeconds))
    return tally.wait > 0 ? tooMany(c, String(tally.wait)) : next()
  })
}
