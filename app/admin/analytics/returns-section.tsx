import { DEFINITIONS, Meter, ReportSection, rowsPath } from '#app/admin/analytics/report-section.tsx'
import { percentWords } from '#app/desk/figures-strip.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import type { Period } from '#shop/analytics/period.ts'
import { type ReturnBand, returnBand } from '#shop/analytics/rates.ts'
import type { CategoryReturns } from '#shop/analytics/sales.ts'
import { formatNumber } from '#shop/kernel/number.ts'

const BANDS: Record<ReturnBand, { tone: Tone; word: string; colour: string }> = {
  low: { tone: 'positive', word: 'Low', colour: 'var(--color-bajra-500)' },
  raised: { tone: 'warning', word: 'Raised', colour: 'var(--color-haldi-400)' },
  high: { tone: 'danger', word: 'High', colour: 'var(--color-mirch-500)' },
}
/** The rate at which the bar is full: double the rate that counts as high. */
const FULL = 0.1

const returnColumns = (period: Period): Column<CategoryReturns>[] => [
  {
    key: 'category',
    header: 'Category',
    place: 'title',
    cell: ({ id, category, returned }) =>
      returned > 0 ? <Link to={rowsPath(period, { kind: 'returns', id })}>{category}</Link> : category,
  },
  {
    key: 'bar',
    header: 'Return rate as a bar',
    headerHidden: true,
    place: 'wide',
    cell: (row) => <Meter value={rateOf(row)} most={FULL} colour={BANDS[returnBand(rateOf(row))].colour} />,
  },
  { key: 'units', header: 'Units back', align: 'end', cell: ({ returned }) => formatNumber(returned) },
  {
    key: 'rate',
    header: 'Returned',
    align: 'end',
    place: 'figure',
    cell: (row) => percentWords(rateOf(row), ''),
  },
  {
    key: 'band',
    header: 'Level',
    place: 'state',
    cell: (row) => {
      const { tone, word } = BANDS[returnBand(rateOf(row))]
      return <Badge tone={tone}>{word}</Badge>
    },
  },
]

function rateOf({ delivered, returned }: CategoryReturns): number {
  return returned / delivered
}

export function ReturnRates({ page: { returns, period } }: { page: Analytics }) {
  return (
    <ReportSection title="Return rates" definition={DEFINITIONS.returns} csv={{ report: 'returns', period }}>
      <Table
        dense
        caption="Return rates by category"
        columns={returnColumns(period)}
        rows={returns}
        rowKey={({ category }) => category}
        empty={<EmptyList title="Nothing delivered in this period" />}
      />
    </ReportSection>
  )
}
