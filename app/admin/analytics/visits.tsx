import { askedPeriod } from '#app/admin/analytics/asked-period.ts'
import { csvPath, DEFINITIONS, periodPath } from '#app/admin/analytics/report-section.tsx'
import { RowsPage } from '#app/admin/analytics/rows-page.tsx'
import { Pager } from '#app/desk/pager.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listVisits } from '#shop/analytics/figures.read.ts'
import { dayWithYear } from '#shop/analytics/period.ts'
import { LANDING_PAGE_NAMES, LANDING_PAGES, type PageViewCount } from '#shop/analytics/visit.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { SOURCE_NAMES, SOURCES } from '#shop/orders/visit-source.ts'
import type { Route } from './+types/visits.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  title: 'Visits',
  access: { at: '/admin/dashboard/analytics/visits', get: 200 },
}

const PER_PAGE = 100
const MAX_PAGE = 1000

/** The counts behind the visits of a period: by day, source and first page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const period = askedPeriod(params, now)
  const source = SOURCES.find((one) => one === params.get('source')) ?? null
  const landing = LANDING_PAGES.find((one) => one === params.get('landing')) ?? null
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= MAX_PAGE ? asked : 1
  const filter = { source, landing }
  const found = await listVisits(reads.figures, period.current, filter, {
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  })
  return { period, source, landing, page, ...found }
}

const COLUMNS: Column<PageViewCount>[] = [
  { key: 'day', header: 'Day', place: 'title', cell: ({ day }) => dayWithYear(day) },
  { key: 'source', header: 'Source', cell: ({ source }) => SOURCE_NAMES[source] },
  { key: 'landing', header: 'Began on', cell: ({ landing }) => LANDING_PAGE_NAMES[landing] },
  {
    key: 'visits',
    header: 'Visits',
    align: 'end',
    place: 'figure',
    cell: ({ visits }) => formatNumber(visits),
  },
]

export default function Visits({ loaderData }: Route.ComponentProps) {
  const { period, source, landing, page, rows, count, visits } = loaderData
  const filter = { ...(source && { source }), ...(landing && { landing }) }
  const names = [source && SOURCE_NAMES[source], landing && LANDING_PAGE_NAMES[landing]].filter(Boolean)
  const pathOf = (to: number) =>
    periodPath(period, '/visits', { ...filter, ...(to > 1 && { page: String(to) }) })
  const from = (page - 1) * PER_PAGE + 1
  return (
    <RowsPage
      title={['Visits', ...names].join(': ')}
      period={period}
      intro={
        <>
          <b className="block text-ink">
            {formatNumber(visits)} {visits === 1 ? 'visit' : 'visits'}
          </b>
          {DEFINITIONS.traffic}
        </>
      }
      csv={csvPath('visits', period, filter)}
    >
      <Table
        dense
        caption="Visits by day, source and first page"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => `${row.day} ${row.source} ${row.landing}`}
        empty={<EmptyList title="No visits counted in this period" />}
      />
      <Pager
        from={from}
        count={rows.length}
        total={count}
        backTo={page > 1 ? pathOf(page - 1) : null}
        nextTo={from - 1 + rows.length < count ? pathOf(page + 1) : null}
      />
    </RowsPage>
  )
}
