/** Middleware that refuses requests before any loader or action runs. */
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from 'react-router'
import { FACTOR_PATH } from '#app/kit/paths.ts'
import { requestContext, rootData } from '#app/request/context.server.ts'
import { recordExport } from '#shop/audit/record-access.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { canOpenWorkerPages, may } from '#shop/kernel/permissions.ts'

export type StaffCtx = Ctx & { actor: Person }
export type WorkerCtx = Ctx & { actor: Person }

/** The ctx of the use cases on pages with a permission as guard. Reading it on other pages throws. */
export const staffContext = createContext<StaffCtx>()
/** The ctx on pages with the guard 'worker'. The actor is a worker, or staff of the programme. */
export const workerContext = createContext<WorkerCtx>()

/**
 * Enforces the `guard` of a page's handle before any loader runs. Answers 401 to a visitor and 403 to others, with the
 * root's data.
 */
export const enforceGuard: MiddlewareFunction<Response> = ({ request, url, pattern, context }, next) => {
  const values = context.get(requestContext)
  const { pages } = values
  const { handle, takesPosts } = pages.find(pattern)
  const { guard = 'none' } = handle
  // The router answers 405 to other methods from every actor. It runs a resource route's loader for OPTIONS, too.
  const isHandled = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || takesPosts
  if (guard === 'none' || !isHandled) return next()
  const { ctx, pinWorker, pending } = values
  // Only workers' pages accept a session that began with a PIN. On other pages its browser counts as a visitor's.
  const actor = guard === 'worker' ? (pinWorker ?? ctx.actor) : ctx.actor
  if (actor.kind === 'visitor' && pending && ['GET', 'HEAD'].includes(request.method)) throw confirmFirst(url)
  if (actor.kind === 'visitor') throw data(rootData(values, request), { status: 401 })
  const isAllowed = guard === 'worker' ? canOpenWorkerPages(actor) : may(actor, guard)
  if (!isAllowed) throw data(rootData(values, request), { status: 403 })
  if (guard === 'worker') context.set(workerContext, { ...ctx, actor })
  else context.set(staffContext, { ...ctx, actor })
  return next()
}

/** Returns what a loader or action has looked up. Answers 404 if there is none. */
export function orNotFound<Found>(found: Found): Exclude<Found, null | undefined | false | ''> {
  if (!found) throw data(null, { status: 404 })
  return found as Exclude<Found, null | undefined | false | ''>
}

/** Redirects to the page that asks for the second factor. That page leads back to this URL. */
export function confirmFirst({ pathname, search }: URL): Response {
  const returnTo = pathname + search
  return redirect(`${FACTOR_PATH}?${new URLSearchParams({ returnTo })}`)
}

/** Records the download of a file with personal data. Redirects to the second factor if that is stale. */
export async function noteExport(
  context: Readonly<RouterContextProvider>,
  url: URL,
  list: string,
  filters: URLSearchParams,
  personId: string | null = null,
): Promise<void> {
  const result = await recordExport(context.get(staffContext), list, filters, personId)
  if (result.ok) return
  throw result.reason === 'factor_stale' ? confirmFirst(url) : data(null, { status: 403 })
}

export const refuseDisabledFeature: MiddlewareFunction<Response> = async (
  { request, pattern, context },
  next,
) => {
  const values = context.get(requestContext)
  const { feature } = values.pages.find(pattern).handle
  if (!feature || values.ctx.config.features[feature]) return next()
  throw data(rootData(values, request), { status: 404 })
}

/** While the database is unavailable, navigations become full page loads, which the cache may answer. Forms get 503. */
export const readOnlyWhenUnavailable: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const response = await next()
  const isData = response.headers.has('x-remix-response')
  if (!isData || response.status === 503 || !context.get(requestContext).isOutage(response.status))
    return response
  if (request.method === 'GET') throw redirectDocument(url.pathname + url.search)
  throw data(null, { status: 503 })
}
