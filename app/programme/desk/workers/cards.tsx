import { AdminError } from '#app/desk/admin-error.tsx'
import { WORKERS } from '#app/desk/paths.ts'
import stylesheet from '#app/desk/print.css?url'
import { loadCards } from '#app/programme/members/card-sheets.server.ts'
import { CardSheets } from '#app/programme/members/card-sheets.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/cards.ts'

export const handle: PageHandle = {
  title: null,
  words: ['cards'],
  side: 'admin',
  guard: 'programme',
  search: 'noindex',
  feature: 'programme',
  access: { at: '/admin/dashboard/workers/cards/{nothing}', get: [401, 403, 403, 404] },
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadCards(context.get(staffContext), new URL(request.url), params.batch, null)
}

export default function Cards({ loaderData }: Route.ComponentProps) {
  return <CardSheets {...loaderData} backTo={WORKERS} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} frame={undefined} lists={[{ path: WORKERS, label: 'Workers' }]} />
}
