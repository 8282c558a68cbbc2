/** How often one may ask: counted in the database, so that it holds across processes. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '#api/deps.ts'
import { tooMany } from '#api/failures.ts'
import { networkOf } from '#infra/limits/network.ts'
import { countOrderTry, type OrderTry } from '#infra/limits/order-tries.ts'

/** At most `limit` requests in `windowSeconds`. */
export type RateLimit = { limit: number; windowSeconds: number }

/** Whose requests are counted together; null when this request is not counted. */
type KeyOf = (c: Context<ApiEnv>) => string | null

/** The network that asks. */
export const byAddress: KeyOf = (c) => networkOf(c.req.header('x-real-ip') ?? '')

/** The account that asks, wherever it asks from; visitors by their network. */
export const byPerson: KeyOf = (c) => {
  const { actor } = c.var.ctx
  return actor.kind === 'person' ? actor.id : byAddress(c)
}

/**
 * Counts requests under `name` and refuses those above the limit with 429. Every answer says in `RateLimit-Limit`,
 * `RateLimit-Remaining` and `RateLimit-Reset` (seconds) how things stand. Stands after `signedIn`, where that is asked.
 */
export function limited(name: string, { limit, windowSeconds }: RateLimit, keyOf: KeyOf = byAddress) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const key = keyOf(c)
    if (key === null) return next()
    const { limits } = c.var.deps
    const tally = await limits.count(`api ${name}`, key, { most: limit, seconds: windowSeconds })
    c.header('RateLimit-Limit', String(limit))
    c.header('RateLimit-Remaining', String(tally.remaining))
    c.header('RateLimit-Reset', String(tally.resetSeconds))
    return tally.wait > 0 ? tooMany(c, String(tally.wait)) : next()
  })
}

/** Counts orders that are placed or cancelled, by account and network, together with those of the pages. */
export function limitedOrders(kind: OrderTry) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { deps, ctx } = c.var
    const person = byPerson(c) ?? ''
    const network = byAddress(c) ?? ''
    const { perHour } = ctx.config.orderLimits
    const tally = await countOrderTry(deps.limits, kind, { person, network, perHour })
    c.header('RateLimit-Limit', String(tally.limit))
    c.header('RateLimit-Remaining', String(tally.remaining))
    c.header('RateLimit-Reset', String(tally.resetSeconds))
    return tally.wait > 0 ? tooMany(c, String(tally.wait)) : next()
  })
}
