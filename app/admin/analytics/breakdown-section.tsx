import {
  DEFINITIONS,
  Meter,
  periodPath,
  ReportSection,
  rowsPath,
} from '#app/admin/analytics/report-section.tsx'
import { percentWords } from '#app/desk/figures-strip.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Breakdown, BreakdownRow } from '#shop/analytics/breakdown.ts'
import { changeOf } from '#shop/analytics/change.ts'
import type { Period } from '#shop/analytics/period.ts'
import { shareOf } from '#shop/analytics/rates.ts'
import { type BreakdownKind, groupParams } from '#shop/analytics/sale-group.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ChangeNote, MONEY } from './change-note.tsx'

export const BREAKDOWN_TEXTS: Record<
  BreakdownKind,
  { title: string; row: string; rows: string; value: string; definition: string }
> = {
  products: {
    title: 'Sales by product',
    row: 'Product',
    rows: 'products',
    value: 'Before tax',
    definition: DEFINITIONS.products,
  },
  categories: {
    title: 'Sales by category',
    row: 'Category',
    rows: 'categories',
    value: 'Before tax',
    definition: DEFINITIONS.categories,
  },
  cities: {
    title: 'Sales by city',
    row: 'City',
    rows: 'cities',
    value: 'Revenue',
    definition: DEFINITIONS.cities,
  },
  offers: {
    title: 'Sales by offer',
    row: 'Offer',
    rows: 'offers',
    value: 'Revenue',
    definition: DEFINITIONS.offers,
  },
  sources: {
    title: 'Sales by source',
    row: 'Source',
    rows: 'sources',
    value: 'Revenue',
    definition: DEFINITIONS.sources,
  },
}

function columnsOf(kind: BreakdownKind, period: Period, whole: Money): Column<BreakdownRow>[] {
  const { row, value: valueName } = BREAKDOWN_TEXTS[kind]
  return [
    {
      key: 'name',
      header: row,
      place: 'title',
      cell: ({ name, detail, group }) => (
        <>
          <Link to={rowsPath(period, group)}>{name}</Link>
          {detail && <span className="data-sub">{detail}</span>}
        </>
      ),
    },
    {
      key: 'bar',
      header: 'Share as a bar',
      headerHidden: true,
      place: 'wide',
      cell: ({ value }) => <Meter value={value} most={whole} />,
    },
    { key: 'orders', header: 'Orders', align: 'end', cell: ({ orders }) => formatNumber(orders) },
    { key: 'units', header: 'Units', align: 'end', cell: ({ units }) => formatNumber(units) },
    {
      key: 'share',
      header: 'Share',
      align: 'end',
      cell: ({ value }) => percentWords(shareOf(value, whole), 'None'),
    },
    {
      key: 'before',
      header: 'Days before',
      cell: ({ value, before }) => (
        <ChangeNote
          change={changeOf(value, before.value)}
          before={before.value}
          unit={MONEY}
          none="No sales in the days before"
        />
      ),
    },
    {
      key: 'value',
      header: valueName,
      align: 'end',
      place: 'figure',
      cell: ({ value }) => formatPrice(wholeRupees(value)),
    },
  ]
}

type BreakdownProps = { kind: BreakdownKind; period: Period; breakdown: Breakdown }

export function BreakdownTable({ kind, period, breakdown: { rows, value } }: BreakdownProps) {
  return (
    <Table
      dense
      caption={BREAKDOWN_TEXTS[kind].title}
      columns={columnsOf(kind, period, value)}
      rows={rows}
      rowKey={({ group }) => new URLSearchParams(groupParams(group)).toString()}
      empty={<EmptyList title="Nothing sold in this period or before" />}
    />
  )
}

/** The largest rows of a breakdown, with a link to all. */
export function BreakdownSection(props: BreakdownProps) {
  const { kind, period, breakdown } = props
  const { title, rows, definition } = BREAKDOWN_TEXTS[kind]
  const isCut = breakdown.count > breakdown.rows.length
  return (
    <ReportSection title={title} definition={definition} csv={{ report: kind, period }}>
      <BreakdownTable {...props} />
      {isCut && (
        <div className="mt-3">
          <Link to={periodPath(period, `/by/${kind}`)} className="link">
            All {formatNumber(breakdown.count)} {rows}
          </Link>
        </div>
      )}
    </ReportSection>
  )
}
