import type { RouterContextProvider } from 'react-router'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit } from '#infra/rate-limits/rate-limits.ts'
import {
  countOrderAttempt,
  countSearch,
  type OrderAttempt,
  refundOrderAttempt,
} from '#infra/rate-limits/rate-limits.ts'

/** The message to the visitor, and the header with the seconds to wait. */
export type Wait = { words: string; headers: { 'retry-after': string } }

/** Counts an attempt at `action`, by the request's network or by this person. Null if it is within the limit. */
export async function consumeRateLimit(
  request: Request,
  context: Readonly<RouterContextProvider>,
  action: string,
  limit: Limit,
  by: 'network' | { person: string } = 'network',
): Promise<Wait | null> {
  const { limits } = context.get(requestContext)
  const key = by === 'network' ? networkOf(request.headers.get('x-real-ip') ?? '') : by.person
  return toWait(await limits.consume(action, key, limit))
}

/** Counts an order that this person places or cancels. Returns null if it is within the limit. */
export async function consumeOrderLimit(
  request: Request,
  { ctx, limits }: Pick<RequestContext, 'ctx' | 'limits'>,
  kind: OrderAttempt,
  person: string,
): Promise<Wait | null> {
  const network = networkOf(request.headers.get('x-real-ip') ?? '')
  const { perHour } = ctx.config.orderLimits
  const { wait } = await countOrderAttempt(limits, kind, { person, network, perHour })
  if (wait > 0) await refundOrderAttempt(limits, kind, { person, network })
  return toWait(wait)
}

/** Takes back the count of an order or cancellation that was refused. */
export async function refundOrderLimit(
  request: Request,
  { limits }: Pick<RequestContext, 'limits'>,
  kind: OrderAttempt,
  person: string,
): Promise<void> {
  const network = networkOf(request.headers.get('x-real-ip') ?? '')
  await refundOrderAttempt(limits, kind, { person, network })
}

/** Counts a network's search or suggestions. Null if within the limit, and while the database is unavailable. */
export async function consumeSearchLimit(
  request: Request,
  { limits, isOutage }: Pick<RequestContext, 'limits' | 'isOutage'>,
  kind: 'search' | 'suggestions' = 'search',
): Promise<Wait | null> {
  if (isOutage(503)) return null
  try {
    const { wait } = await countSearch(limits, request.headers.get('x-real-ip') ?? '', kind)
    return toWait(wait)
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null
    throw error
  }
}

/** Returns the message and header for a wait of this many seconds; null for 0. */
export function toWait(seconds: number): Wait | null {
  if (seconds === 0) return null
  const minutes = Math.ceil(seconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { words: `Please wait ${time} and try again.`, headers: { 'retry-after': String(seconds) } }
}
