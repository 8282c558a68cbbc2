import { DEFINITIONS, Meter } from '#app/admin/analytics/report-section.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { LANDING_PAGE_NAMES, SOURCE_NAMES } from '#shop/analytics/visit.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ReportSection } from './report-section.tsx'

type Row = { name: string; visits: number }

function columnsFor(header: string, rows: Row[]): Column<Row>[] {
  const most = rows[0]?.visits ?? 0
  return [
    { key: 'name', header, place: 'title', cell: ({ name }) => name },
    {
      key: 'bar',
      header: 'Compared with the top',
      headerHidden: true,
      place: 'wide',
      cell: ({ visits }) => <Meter value={visits} most={most} colour="var(--color-lake-600)" />,
    },
    {
      key: 'visits',
      header: 'Visits',
      align: 'end',
      place: 'figure',
      cell: ({ visits }) => formatNumber(visits),
    },
  ]
}

/** Where visits came from, and where they began. */
export function Traffic({ page: { visits, period } }: { page: Analytics }) {
  const sources = visits.sources.map((row) => ({ name: SOURCE_NAMES[row.source], visits: row.visits }))
  const landings = visits.landings.map((row) => ({
    name: LANDING_PAGE_NAMES[row.landing],
    visits: row.visits,
  }))
  return (
    <ReportSection
      title="Traffic sources"
      definition={DEFINITIONS.traffic}
      csv={{ report: 'traffic', period }}
    >
      {visits.visits === 0 ? (
        <EmptyList title="No visits counted in this period" />
      ) : (
        <div className="grid gap-6">
          <Visits caption="Visits by source" header="Source" rows={sources} />
          <Visits caption="Visits by the page they began on" header="Began on" rows={landings} />
        </div>
      )}
    </ReportSection>
  )
}

function Visits({ caption, header, rows }: { caption: string; header: string; rows: Row[] }) {
  return (
    <Table
      dense
      caption={caption}
      columns={columnsFor(header, rows)}
      rows={rows}
      rowKey={({ name }) => name}
      empty={null}
    />
  )
}
