import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { robotsTxt } from '#app/seo/crawlers.ts'
import type { Route } from './+types/robots.ts'

export const handle: PageHandle = { cached: 'exact', search: 'open', access: { get: 200 } }

export function loader({ context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  const text = robotsTxt({ origin: ctx.config.origin, isDemo: mailbox !== null })
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
