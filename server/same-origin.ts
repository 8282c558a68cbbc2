import { createMiddleware } from 'hono/factory'
import { bearerToken } from '#infra/accounts/current-session.ts'
import type { Settings } from '#infra/config/settings.ts'
import { noteFields } from '#infra/logging/security-events.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Payment providers post here: signed webhooks, and the return form, which only triggers a look-up. */
const FROM_PROVIDERS = [/^\/api\/webhooks\/[^/]+$/, /^\/api\/payments\/return$/]

/**
 * True if the request comes from this shop's pages or from a program. A program sends no origin, and either no
 * cookie or a bearer token. No page of another site can send a bearer token.
 */
export function isSameOrigin(
  { method, path }: { method: string; path: string },
  headers: Headers,
  origins: readonly string[],
): boolean {
  if (SAFE.has(method) || FROM_PROVIDERS.some((route) => route.test(path))) return true
  // The browser sets this header. 'none' is the user's own action, such as typing an address.
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  // A page with the referrer policy no-referrer sends the origin 'null' to the same site.
  if (origin === null || (origin === 'null' && site === 'same-origin'))
    return site !== null || !headers.get('cookie') || isByToken(path, headers)
  return origins.includes(origin)
}

function isByToken(path: string, headers: Headers): boolean {
  return path.startsWith('/api/') && bearerToken(headers.get('authorization') ?? undefined) !== null
}

/** Sets a post's Origin to its own address. The router compares both again, and would report 'null' as an error. */
export function withOwnOrigin(request: Request): Request {
  const own = new URL(request.url).origin
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== own && !SAFE.has(request.method)) request.headers.set('origin', own)
  return request
}

/** Answers 400 to an undecodable address, which the router would log itself. */
export const refuseUndecodable = createMiddleware(async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    noteFields({ path: 'malformed' })
    return c.json({ error: 'This address cannot be read.', code: 'malformed_address' }, 400)
  }
  return next()
})

/** Answers cross-site posts with 403 before any other handler. */
export function refuseOtherSites(origins: readonly string[]) {
  return createMiddleware(async (c, next) => {
    if (isSameOrigin(c.req, c.req.raw.headers, origins)) return next()
    const { headers } = c.req.raw
    const isForeign = headers.has('origin') || headers.has('sec-fetch-site')
    const error = isForeign ? 'This request came from another site.' : originNeeded(origins[0])
    return c.json({ error, code: 'cross_site' }, 403)
  })
}

function originNeeded(origin = ''): string {
  return `With a cookie, please send the header Origin: ${origin}. With a bearer token, an API key or no credential, send no cookie and no Origin.`
}

/** Restores the origin that the browser sees. Behind a proxy, the program sees http and perhaps another host. */
export function atCanonicalOrigin(request: Request, { demo, origin }: Pick<Settings, 'demo' | 'origin'>) {
  const url = new URL(request.url)
  if (url.origin === origin) return request
  if (demo && url.host !== new URL(origin).host) return request
  return new Request(new URL(url.pathname + url.search, origin), request)
}
