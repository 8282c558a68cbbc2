import { requestContext } from '#app/request/context.server.ts'
import { robotsTxt } from '#app/seo/robots-text.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  const text = robotsTxt({ origin: ctx.config.origin, isDemo: mailbox !== null })
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
