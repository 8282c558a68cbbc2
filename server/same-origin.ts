import { createMiddleware } from 'hono/factory'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * What others post on purpose. Each proves itself by a signature, or changes nothing that it does not look up: a
 * provider's webhook, and the form with which its page sends a customer's browser back.
 */
const FROM_PROVIDERS = [/^\/api\/webhooks\/[^/]+$/, /^\/api\/payments\/return$/]

/**
 * True when this request may change something: a browser says where a post comes from, and it must come from this shop,
 * whether or not a cookie came, since signing in and out needs none. Programs say nothing of the kind and send no cookie.
 * `origins` are the shop's own.
 */
export function isSameOrigin(
  { method, path }: { method: string; path: string },
  headers: Headers,
  origins: readonly string[],
): boolean {
  if (SAFE.has(method) || FROM_PROVIDERS.some((route) => route.test(path))) return true
  // A browser writes it itself; 'none' is what a person did with the browser's own buttons.
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  // A page that tells nobody its address sends 'null' to its own site, too.
  if (origin === null || (origin === 'null' && site === 'same-origin'))
    return site !== null || !headers.get('cookie')
  return origins.includes(origin)
}

/** Answers posts of other sites with 403 before anything else hears of them. */
export function refuseOtherSites(origins: readonly string[]) {
  return createMiddleware(async (c, next) => {
    if (isSameOrigin(c.req, c.req.raw.headers, origins)) return next()
    return c.json({ error: 'This request came from another site.', code: 'cross_site' }, 403)
  })
}
