import { data } from 'react-router'
import { reportFile } from '#app/admin/analytics/report-file.server.ts'
import { periodIn } from '#app/admin/analytics/report-paths.ts'
import { csvDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findReport } from '#shop/analytics/reports.read.ts'
import { recordDownload } from '#shop/audit/record-access.ts'
import type { Route } from './+types/report-csv.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  access: { at: '/admin/dashboard/analytics/days/csv', get: 200 },
}

/** The rows of a report as a file: `/admin/dashboard/analytics/cities/csv?period=90d`. */
export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const query = new URL(request.url).searchParams
  const period = periodIn(query, ctx.now)
  const report = await findReport(ctx.reads.figures, params.report, query)
  if (!report) throw data(null, { status: 404 })
  const list = `analytics ${report.id}`
  if (report.isPersonal) await noteExport(context, url, list, query)
  else await recordDownload(ctx, list, query)
  return csvDownload(`${report.id}-${period.key}`, reportFile(ctx.reads.figures, report, period))
}
