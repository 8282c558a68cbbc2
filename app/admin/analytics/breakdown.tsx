import { data } from 'react-router'
import { askedPeriod } from '#app/admin/analytics/asked-period.ts'
import { BREAKDOWN_TEXTS, BreakdownTable } from '#app/admin/analytics/breakdown-section.tsx'
import { csvPath, periodPath } from '#app/admin/analytics/report-section.tsx'
import { RowsPage } from '#app/admin/analytics/rows-page.tsx'
import { Pager } from '#app/desk/pager.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readBreakdown } from '#shop/analytics/breakdown.read.ts'
import { BREAKDOWNS } from '#shop/analytics/sale-group.ts'
import type { Route } from './+types/breakdown.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  title: 'Sales by group',
  access: { at: '/admin/dashboard/analytics/by/cities', get: 200 },
}

const PER_PAGE = 50
const MAX_PAGE = 1000

/** All rows of a breakdown, page by page. 404 for another kind. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const kind = BREAKDOWNS.find((one) => one === params.kind)
  if (!kind) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const period = askedPeriod(query, now)
  const asked = Number(query.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= MAX_PAGE ? asked : 1
  const breakdown = await readBreakdown(reads.figures, kind, period, {
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  })
  return { kind, period, page, breakdown }
}

export default function BreakdownPage({ loaderData }: Route.ComponentProps) {
  const { kind, period, page, breakdown } = loaderData
  const { title, definition } = BREAKDOWN_TEXTS[kind]
  const from = (page - 1) * PER_PAGE + 1
  const pathOf = (to: number) => periodPath(period, `/by/${kind}`, to > 1 ? { page: String(to) } : {})
  const hasNext = from - 1 + breakdown.rows.length < breakdown.count
  return (
    <RowsPage title={title} period={period} intro={definition} csv={csvPath(kind, period)} isCompared>
      <BreakdownTable kind={kind} period={period} breakdown={breakdown} />
      <Pager
        from={from}
        count={breakdown.rows.length}
        total={breakdown.count}
        backTo={page > 1 ? pathOf(page - 1) : null}
        nextTo={hasNext ? pathOf(page + 1) : null}
      />
    </RowsPage>
  )
}
