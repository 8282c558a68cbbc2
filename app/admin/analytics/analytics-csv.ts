import { data } from 'react-router'
import { reportRows } from '#app/admin/analytics/analytics-csv.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { periodFrom } from '#shop/analytics/period.ts'
import { toCsv } from '#shop/kernel/csv.ts'
import type { Route } from './+types/analytics-csv.ts'

export const handle: PageHandle = { access: { at: '/admin/dashboard/analytics/csv/sales', get: 200 } }

/** One table of the analytics page as a file: `/admin/dashboard/analytics/csv/cities?period=90d`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { reads, now } = context.get(adminContext)
  const period = periodFrom(new URL(request.url).searchParams.get('period'))
  const rows = reportRows(params.report, await readAnalytics(reads.figures, period, now))
  if (!rows) throw data(null, { status: 404 })
  return new Response(toCsv(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${params.report}-${period}.csv"`,
    },
  })
}
