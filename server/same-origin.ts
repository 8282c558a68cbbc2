import { createMiddleware } from 'hono/factory'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Posts of other sites that are wanted: a payment provider's webhook, proved by its signature, and the form with which
 * its page sends the browser back, which changes only what the shop then looks up.
 */
const FROM_PROVIDERS = [/^\/api\/webhooks\/[^/]+$/, /^\/api\/payments\/return$/]

/**
 * True when this request may change something: a browser's post must come from this shop, with or without a cookie, since
 * signing in and out needs none. Programs name no origin and send no cookie. `origins`: the shop's own.
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
  // A page with referrer policy no-referrer sends 'null' to its own site, too.
  if (origin === null || (origin === 'null' && site === 'same-origin'))
    return site !== null || !headers.get('cookie')
  return origins.includes(origin)
}

/** Answers posts of other sites with 403, before any other handler. */
export function refuseOtherSites(origins: readonly string[]) {
  return createMiddleware(async (c, next) => {
    if (isSameOrigin(c.req, c.req.raw.headers, origins)) return next()
    return c.json({ error: 'This request came from another site.', code: 'cross_site' }, 403)
  })
}
