import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/robots.ts'

export const handle: PageHandle = { cached: 'exact', search: 'open', access: { get: 200 } }

export function loader({ context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  const text = robotsTxt({ origin: ctx.config.origin, isDemo: mailbox !== null })
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** Paths of accounts and of the shop's staff, closed to search engines. */
export const PERSONAL_PATHS = [
  '/admin',
  '/api/',
  '/auth/',
  '/cart',
  '/checkout',
  '/coordinator',
  '/demo/',
  '/newsletter/',
  '/orders',
  '/profile',
  '/search',
  '/shg-worker-dashboard',
  '/upload-task-photo',
] as const

/** Returns robots.txt. In a demonstration it refuses all crawlers, because catalogue and reviews are samples. */
export function robotsTxt({ origin, isDemo }: { origin: string; isDemo: boolean }): string {
  if (isDemo) return 'User-agent: *\nDisallow: /\n'
  const rules = PERSONAL_PATHS.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
