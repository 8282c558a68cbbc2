import { data } from 'react-router'
import { exportOf } from '#app/admin/exports/lists.server.ts'
import { csvDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { Route } from './+types/export.ts'

export const handle: PageHandle = {
  guard: 'exports',
  search: 'noindex',
  access: { at: '/admin/dashboard/exports/balances.csv?period=2026-11', get: 200 },
}

/**
 * Downloads all rows of a dashboard list that match the filters of the URL. Returns 404 if the list is unknown or
 * switched off, or a filter is invalid. Returns 403 if the role may not open the list's page.
 */
export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const [, list = ''] = /^([a-z-]+)\.csv$/.exec(params.list) ?? []
  const found = exportOf(list)
  if (!found || (found.feature && !ctx.config.features[found.feature])) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const pages = found.pages(ctx, query)
  if (!pages) throw data(null, { status: 404 })
  if (!may(ctx.actor, found.permission)) throw data(null, { status: 403 })
  if (found.isPersonal) await noteExport(context, url, list, query)
  return csvDownload(list, pages)
}
