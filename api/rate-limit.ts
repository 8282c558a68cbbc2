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
  refundOrderAttempt,
} from '#infra/rate-limits/rate-limits.ts'

export type RateLimit = { limit: number; windowSeconds: number }

/** Returns the key under which requests are counted together, or null if the request is not counted. */
type KeyOf = (c: Context<ApiEnv>) => string | null

const byAddress: KeyOf = (c) => networkOf(c.req.header('x-real-ip') ?? '')

/** Counts a person’s requests by account, from any network, and a visitor’s by network. */
export const byPerson: KeyOf = (c) => {
  const { actor } = c.var.ctx
  return actor.kind === 'person' ? actor.id : byAddress(c)
}

/** Counts a request and returns the limit, or null if the request is not counted. */
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

/** Counts placed or cancelled orders by account and network. Orders on pages count too. */
export function limitedOrders(kind: OrderAttempt) {
  const senderOf = (c: Context<ApiEnv>) => ({ person: byPerson(c) ?? '', network: byAddress(c) ?? '' })
  return limitBy(
    (c, limits) => {
      const { perHour } = c.var.ctx.config.orderLimits
      return countOrderAttempt(limits, kind, { ...senderOf(c), perHour })
    },
    (c, limits) => refundOrderAttempt(limits, kind, senderOf(c)),
  )
}

/** Counts searches, which are requests with `q`. Searches on pages count too. */
export const limitedSearch = limitBy((c, limits) =>
  c.req.query('q')?.trim() ? countSearch(limits, c.req.header('x-real-ip') ?? '') : null,
)

export const limitedDeletionLinks = limitBy((c, limits) => countDeletionLink(limits, byPerson(c) ?? ''))

/** `refund` runs after refused and repeated requests, but not after errors, which may follow a change. */
function limitBy(
  countRequest: CountRequest,
  refund?: (c: Context<ApiEnv>, limits: RateLimiter) => Promise<void>,
) {
  const middleware = createMiddleware<ApiEnv>(async (c, next) => {
    if (c.var.isRepeat) return next()
    const { limits } = c.var.deps
    const tally = await countRequest(c, limits)
    if (tally === null) return next()
    c.header('RateLimit-Limit', String(tally.limit))
    c.header('RateLimit-Remaining', String(tally.remaining))
    c.header('RateLimit-Reset', String(tally.resetSeconds))
    const isOver = tally.wait > 0
    if (!isOver) await next()
    const { status, headers } = c.res
    const isUnchanged = (status >= 400 && status < 500) || headers.has('idempotency-replayed')
    if (refund && (isOver || isUnchanged)) await refund(c, limits)
    if (isOver) return tooMany(c, String(tally.wait))
    if (refund && isUnchanged) c.header('RateLimit-Remaining', String(tally.remaining + 1))
  })
  // The contract declares the 429 of routes with this property.
  return Object.assign(middleware, { isRateLimit: true as const })
}
