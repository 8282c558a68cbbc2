import type { RouterContextProvider } from 'react-router'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit } from '#infra/rate-limits/rate-limits.ts'
import { countOrderAttempt, countSearch, type OrderAttempt } from '#infra/rate-limits/rate-limits.ts'

/** The sentence for the visitor, and the header with the seconds. */
export type Wait = { words: string; headers: { 'retry-after': string } }

/** Counts a try of `what` from this request's network, or by this person; null unless there were too many. */
export async function consumeRateLimit(
  request: Request,
  context: Readonly<RouterContextProvider>,
  what: string,
  limit: Limit,
  by: 'network' | { person: string } = 'network',
): Promise<Wait | null> {
  const { limits } = context.get(requestContext)
  const who = by === 'network' ? networkOf(request.headers.get('x-real-ip') ?? '') : by.person
  return toWait(await limits.consume(what, who, limit))
}

/** Counts an order that this person places or cancels; null unless there were too many. */
export async function waitForOrder(
  request: Request,
  { ctx, limits }: Pick<RequestContext, 'ctx' | 'limits'>,
  kind: OrderAttempt,
  person: string,
): Promise<Wait | null> {
  const network = networkOf(request.headers.get('x-real-ip') ?? '')
  const { perHour } = ctx.config.orderLimits
  return toWait((await countOrderAttempt(limits, kind, { person, network, perHour })).wait)
}

/** Counts a network's search or suggestions. Null unless there were too many, or while the database is unavailable. */
export async function waitForSearch(
  request: Request,
  { limits, isDatabaseAway: isAway }: Pick<RequestContext, 'limits' | 'isDatabaseAway'>,
  kind: 'search' | 'suggestions' = 'search',
): Promise<Wait | null> {
  if (isAway(503)) return null
  try {
    const { wait } = await countSearch(limits, request.headers.get('x-real-ip') ?? '', kind)
    return toWait(wait)
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null
    throw error
  }
}

/** How to say that one has to wait this long; null for 0 seconds. */
export function toWait(seconds: number): Wait | null {
  if (seconds === 0) return null
  const minutes = Math.ceil(seconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { words: `Please wait ${time} and try again.`, headers: { 'retry-after': String(seconds) } }
}
