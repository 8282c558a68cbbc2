import { data } from 'react-router'
import {
  breakdownRows,
  exportSaleRows,
  reportRows,
  visitRows,
} from '#app/admin/analytics/analytics-csv.server.ts'
import { askedPeriod } from '#app/admin/analytics/asked-period.ts'
import { csvDownload } from '#app/request/csv.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { readBreakdown } from '#shop/analytics/breakdown.read.ts'
import { listVisits } from '#shop/analytics/figures.read.ts'
import { flaggedOrders } from '#shop/analytics/flags.read.ts'
import type { Period } from '#shop/analytics/period.ts'
import { BREAKDOWNS, readGroup } from '#shop/analytics/sale-group.ts'
import { tastemakerPairs } from '#shop/analytics/sales.read.ts'
import { LANDING_PAGES } from '#shop/analytics/visit.ts'
import { recordDownload } from '#shop/audit/record-export.ts'
import type { Db } from '#shop/ctx.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { SOURCES } from '#shop/orders/visit-source.ts'
import type { Route } from './+types/analytics-csv.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  access: { at: '/admin/dashboard/analytics/csv/sales', get: 200 },
}

/** A table of the analytics page, or the rows behind a figure: `/admin/dashboard/analytics/csv/cities?period=90d`. */
export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { reads, now } = ctx
  const query = new URL(request.url).searchParams
  const period = askedPeriod(query, now)
  const pages = await pagesOf(reads.figures, params.report, period, { query, now })
  if (!pages) throw data(null, { status: 404 })
  const list = `analytics ${params.report}`
  if (PERSONAL.has(params.report)) await noteExport(context, url, list, query)
  else await recordDownload(ctx, list, query)
  return csvDownload(`${params.report}-${period.key}`, pages)
}

/** Reports that name customers. */
const PERSONAL: ReadonlySet<string> = new Set(['orders', 'flagged'])

type Pages = AsyncGenerator<CsvCell[][]>

async function pagesOf(
  db: Db,
  report: string,
  period: Period,
  { query, now }: { query: URLSearchParams; now: Date },
): Promise<Pages | null> {
  const breakdown = BREAKDOWNS.find((one) => one === report)
  if (breakdown) return once(breakdownRows(breakdown, await readBreakdown(db, breakdown, period)))
  switch (report) {
    case 'orders': {
      const group = readGroup(query)
      return group && exportSaleRows(db, group, period.current)
    }
    case 'visits': {
      const source = SOURCES.find((one) => one === query.get('source')) ?? null
      const landing = LANDING_PAGES.find((one) => one === query.get('landing')) ?? null
      const whole = { limit: null, offset: 0 }
      return once(visitRows((await listVisits(db, period.current, { source, landing }, whole)).rows))
    }
    // The page shows the first ones of these two.
    case 'pairings':
    case 'flagged': {
      const [pairs, flagged] = await Promise.all([
        tastemakerPairs(db, period.current, null),
        flaggedOrders(db, period.current, null),
      ])
      const rows = reportRows(report, { ...(await readAnalytics(db, period, now)), pairs, flagged })
      return rows && once(rows)
    }
    default: {
      const rows = reportRows(report, await readAnalytics(db, period, now))
      return rows && once(rows)
    }
  }
}

async function* once(rows: CsvCell[][]): Pages {
  yield rows
}
