import { DEFINITIONS, Meter, rowsPath } from '#app/admin/analytics/report-section.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import type { Period } from '#shop/analytics/period.ts'
import type { PairSales, PickSales } from '#shop/analytics/sales.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ReportSection } from './report-section.tsx'

const TOP = 10

/** Which tastemakers go into custom mixes. */
export function TastemakerPicks({ page: { picks, period } }: { page: Analytics }) {
  const most = picks[0]?.picks ?? 0
  const columns: Column<PickSales>[] = [
    {
      key: 'name',
      header: 'Tastemaker',
      place: 'title',
      cell: ({ id, name }) => <Link to={rowsPath(period, { kind: 'pick', id })}>{name}</Link>,
    },
    {
      key: 'bar',
      header: 'Compared with the top',
      headerHidden: true,
      place: 'wide',
      cell: ({ picks }) => <Meter value={picks} most={most} />,
    },
    {
      key: 'picks',
      header: 'Picks',
      align: 'end',
      place: 'figure',
      cell: ({ picks }) => formatNumber(picks),
    },
  ]
  return (
    <ReportSection
      title="Tastemaker popularity"
      definition={DEFINITIONS.picks}
      csv={{ report: 'tastemakers', period }}
    >
      <Table
        dense
        caption="Tastemaker popularity"
        columns={columns}
        rows={picks.slice(0, TOP)}
        rowKey={({ id }) => id}
        empty={<EmptyList title="No custom mix was sold in this period" />}
      />
      {picks.length > TOP && (
        <details className="chart-table">
          <summary>The other {formatNumber(picks.length - TOP)} tastemakers</summary>
          <Table
            dense
            caption="Other tastemakers"
            columns={columns}
            rows={picks.slice(TOP)}
            rowKey={({ id }) => id}
            empty={null}
          />
        </details>
      )}
    </ReportSection>
  )
}

const pairColumns = (period: Period): Column<PairSales>[] => [
  {
    key: 'pair',
    header: 'Picked together',
    place: 'title',
    cell: ({ oneId, otherId, one, other }) => (
      <>
        <Link to={rowsPath(period, { kind: 'pair', id: oneId, other: otherId })}>{one}</Link>
        <span className="data-sub">with {other}</span>
      </>
    ),
  },
  {
    key: 'mixes',
    header: 'Mixes',
    align: 'end',
    place: 'figure',
    cell: ({ mixes }) => formatNumber(mixes),
  },
]

/** Which two tastemakers go into a mix together. */
export function TastemakerPairings({ page: { pairs, period } }: { page: Analytics }) {
  return (
    <ReportSection title="Pairings" definition={DEFINITIONS.picks} csv={{ report: 'pairings', period }}>
      <Table
        dense
        caption="Tastemakers picked together"
        columns={pairColumns(period)}
        rows={pairs}
        rowKey={({ one, other }) => `${one} ${other}`}
        empty={<EmptyList title="No custom mix was sold in this period" />}
      />
    </ReportSection>
  )
}
