import { DEFINITIONS, periodPath } from '#app/admin/analytics/report-section.tsx'
import { percentWords } from '#app/desk/figures-strip.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { changeOf } from '#shop/analytics/change.ts'
import { shareOf } from '#shop/analytics/rates.ts'
import { LANDING_PAGE_NAMES, LANDING_PAGES, type PageViewSums } from '#shop/analytics/visit.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { SOURCE_NAMES, SOURCES } from '#shop/orders/visit-source.ts'
import { ChangeNote, NUMBER } from './change-note.tsx'
import { ReportSection } from './report-section.tsx'

/** `compared`: the visits of the days that are compared with those before; see `ComparedVisits`. */
type Row = { key: string; name: string; visits: number; compared: number; before: number }

function columnsFor(
  header: string,
  rows: Row[],
  isAlone: boolean,
  linkOf: (row: Row) => string,
): Column<Row>[] {
  const all = rows.reduce((sum, { visits }) => sum + visits, 0)
  return [
    { key: 'name', header, place: 'title', cell: (row) => <Link to={linkOf(row)}>{row.name}</Link> },
    {
      key: 'share',
      header: 'Share',
      align: 'end',
      cell: ({ visits }) => percentWords(shareOf(visits, all), 'None'),
    },
    {
      key: 'before',
      header: 'Days before',
      cell: ({ compared, before }) =>
        isAlone ? (
          'When the day is over'
        ) : (
          <ChangeNote
            change={changeOf(compared, before)}
            before={before}
            unit={NUMBER}
            none="No visits in the days before"
          />
        ),
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
export function Traffic({ page: { visits, compared, period } }: { page: Analytics }) {
  const rowOf = (key: string, name: string, countIn: (of: PageViewSums) => number | undefined): Row => ({
    key,
    name,
    visits: countIn(visits) ?? 0,
    compared: (compared && countIn(compared.now.visits)) ?? 0,
    before: (compared && countIn(compared.before.visits)) ?? 0,
  })
  const sources = SOURCES.map((source) =>
    rowOf(source, SOURCE_NAMES[source], (of) => of.sources.find((row) => row.source === source)?.visits),
  )
  const landings = LANDING_PAGES.map((landing) =>
    rowOf(
      landing,
      LANDING_PAGE_NAMES[landing],
      (of) => of.landings.find((row) => row.landing === landing)?.visits,
    ),
  )
  const isAlone = compared === null
  return (
    <ReportSection
      id="traffic"
      title="Traffic sources"
      definition={DEFINITIONS.traffic}
      csv={{ report: 'traffic', period }}
    >
      {visits.visits + (compared?.before.visits.visits ?? 0) === 0 ? (
        <EmptyList title="No visits counted in this period or before" />
      ) : (
        <div className="grid gap-6">
          <Visits
            caption="Visits by source"
            header="Source"
            rows={inUse(sources)}
            isAlone={isAlone}
            linkOf={({ key }) => periodPath(period, '/visits', { source: key })}
          />
          <Visits
            caption="Visits by the page they began on"
            header="Began on"
            rows={inUse(landings)}
            isAlone={isAlone}
            linkOf={({ key }) => periodPath(period, '/visits', { landing: key })}
          />
        </div>
      )}
    </ReportSection>
  )
}

/** Rows with visits in the period or before, most first. */
function inUse(rows: Row[]): Row[] {
  return rows
    .filter(({ visits, before }) => visits + before > 0)
    .sort((one, other) => other.visits - one.visits || other.before - one.before)
}

type VisitsProps = {
  caption: string
  header: string
  rows: Row[]
  /** Today alone, which is not compared before it is over. */
  isAlone: boolean
  linkOf: (row: Row) => string
}

function Visits({ caption, header, rows, isAlone, linkOf }: VisitsProps) {
  return (
    <Table
      dense
      caption={caption}
      columns={columnsFor(header, rows, isAlone, linkOf)}
      rows={rows}
      rowKey={({ key }) => key}
      empty={null}
    />
  )
}
