import { createMiddleware } from 'hono/factory'
import type { Settings } from '#infra/config/settings.ts'
import { noteFields } from '#infra/logging/security-events.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Posts from payment providers: signed webhooks, and the return form, which only triggers a look-up. */
const FROM_PROVIDERS = [/^\/api\/webhooks\/[^/]+$/, /^\/api\/payments\/return$/]

/** True if the request comes from this shop's pages or from a program, which sends neither origin nor cookie. */
export function isSameOrigin(
  { method, path }: { method: string; path: string },
  headers: Headers,
  origins: readonly string[],
): boolean {
  if (SAFE.has(method) || FROM_PROVIDERS.some((route) => route.test(path))) return true
  // Set by the browser. 'none' is the user's own action, such as the address bar.
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  // A page with referrer policy no-referrer sends 'null' to the same site.
  if (origin === null || (origin === 'null' && site === 'same-origin'))
    return site !== null || !headers.get('cookie')
  return origins.includes(origin)
}

/** Gives a post the origin of its address: the router compares them again, and would report 'null' as an error. */
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
    return c.json({ error: 'This request came from another site.', code: 'cross_site' }, 403)
  })
}

/** Restores the browser's origin: behind a proxy the program sees http and perhaps another host. */
export function atCanonicalOrigin(request: Request, { demo, origin }: Pick<Settings, 'demo' | 'origin'>) {
  const url = new URL(request.url)
  if (url.origin === origin) return request
  if (demo && url.host !== new URL(origin).host) return request
  return new Request(new URL(url.pathname + url.search, origin), request)
}
