/** Maps a finished request to security log events. */
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { isOpenPath } from '#api/auth.ts'
import { SIGN_IN_PATH } from '#app/kit/paths.ts'
import type { PageRegistry } from '#app/request/page-handle.ts'
import type { Notes, RequestRoute, SecurityEvent } from '#infra/logging/security-events.ts'
import { isUuid } from '#shop/kernel/ids.ts'

type FinishedRequest = {
  userId: string | null
  /** An API route that a person called, or a page outside /auth/ that search engines must not list. */
  isPrivate: boolean
  status: number
  location: string | null
  request: RequestRoute
}

/** Adds an event for 401, 403, a redirect to sign-in or a private route's 404, unless there is a more exact event. */
export function eventsOf({ events, fields, isLeftToJob }: Notes, finished: FinishedRequest): SecurityEvent[] {
  const { userId, isPrivate, status, location, request } = finished
  if (isLeftToJob || events.some(({ event }) => REFUSED.includes(event))) return events
  if (status === 429) return [...events, { event: 'excess_rate_limit_exceeded', userId, ...request }]
  const isSentToSignIn = status === 302 && userId === null && isPrivate && location?.startsWith(SIGN_IN_PATH)
  const isOthers = status === 404 && isPrivate && request.route.includes(':')
  if (status === 401 || status === 403 || isSentToSignIn || isOthers)
    return [...events, { event: 'authz_fail', userId, status, ...request }]
  const refusedFields = Object.keys(fields).length > 0 ? fields : UNREADABLE[status]
  if (refusedFields && status >= 400 && status < 500)
    return [...events, { event: 'input_validation_fail', userId, status, fields: refusedFields, ...request }]
  return events
}

const REFUSED: SecurityEvent['event'][] = [
  'authn_login_fail',
  'authn_login_fail_max',
  'authn_password_change_fail',
]

const UNREADABLE: Record<number, Record<string, string> | undefined> = {
  400: { body: 'malformed' },
  405: { method: 'not_allowed' },
  413: { body: 'too_large' },
  415: { body: 'media_type' },
}

/** Returns the pattern of the API route or page. */
export function routeOf(c: Context, registry: PageRegistry): { request: RequestRoute; isPrivate: boolean } {
  const { method } = c.req
  const path = c.req.path.replace(/\.data$/, '')
  if (path.startsWith('/api/')) {
    // One route serves all paths of the account library.
    const ofAccounts = isOpenPath(method, path.replace(/^\/api\/auth/, '')) && path.startsWith('/api/auth/')
    const route = ofAccounts
      ? path
      : (matchedRoutes(c).findLast((match) => !match.path.includes('*'))?.path ?? '/api/*')
    return { request: { method, route, ids: idsIn(path) }, isPrivate: c.get('person') !== undefined }
  }
  const page = registry.findByPath(path)
  const isPrivate = page !== undefined && page.handle.search === 'noindex' && !path.startsWith('/auth/')
  return { request: { method, route: page?.path ?? '*', ids: idsIn(path) }, isPrivate }
}

/** Returns a route's pattern with row ids, without other values. */
export function pathWithIds(path: string, route: string): string {
  const parts = path.replace(/\.data$/, '').split('/')
  const toPart = (part: string, at: number) => {
    const value = parts[at] ?? ''
    return part.startsWith(':') && isUuid(value) ? value : part
  }
  return route.split('/').map(toPart).join('/')
}

/** Returns only the row ids of a path, because visitors may have typed the other parts. */
function idsIn(path: string): string[] {
  return path.split('/').filter(isUuid)
}
