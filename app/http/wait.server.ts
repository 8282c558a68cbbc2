import type { RouterContextProvider } from 'react-router'
import { requestContext } from '#app/http/request-context.server.ts'
import type { Limit } from '#infra/limits/limits.ts'
import { networkOf } from '#infra/limits/network.ts'

/** Counts a try of `what` from this request's network; with too many of them, how to say that one has to wait. */
export async function waitFor(
  request: Request,
  context: Readonly<RouterContextProvider>,
  what: string,
  limit: Limit,
): Promise<{ words: string; headers: { 'retry-after': string } } | null> {
  const { limits } = context.get(requestContext)
  const seconds = await limits.wait(what, networkOf(request.headers.get('x-real-ip') ?? ''), limit)
  if (seconds === 0) return null
  const minutes = Math.ceil(seconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { words: `Please wait ${time} and try again.`, headers: { 'retry-after': String(seconds) } }
}
