import stylesheet from '#app/desk/print.css?url'
import { COORDINATOR_HOME } from '#app/kit/paths.ts'
import { loadCards } from '#app/programme/members/card-sheets.server.ts'
import { CardSheets } from '#app/programme/members/card-sheets.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import type { Route } from './+types/cards.ts'

export const handle: PageHandle = {
  title: null,
  words: ['cards'],
  side: 'coordinator',
  guard: 'groups',
  search: 'noindex',
  feature: 'programme',
  access: { at: '/coordinator/cards/{nothing}', get: 404 },
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  return loadCards(ctx, new URL(request.url), params.batch, scopeOf(ctx.actor))
}

export default function Cards({ loaderData }: Route.ComponentProps) {
  return <CardSheets {...loaderData} backTo={COORDINATOR_HOME} />
}
