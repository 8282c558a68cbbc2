import { DEFINITIONS, rowsPath } from '#app/admin/analytics/report-section.tsx'
import { durationWords } from '#app/desk/figures-strip.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import type { Period } from '#shop/analytics/period.ts'
import { averageHours } from '#shop/analytics/rates.ts'
import type { CarrierSales } from '#shop/analytics/sales.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ReportSection } from './report-section.tsx'

const columnsFor = (period: Period): Column<CarrierSales>[] => [
  {
    key: 'carrier',
    header: 'Carrier',
    place: 'title',
    cell: ({ carrier }) => <Link to={rowsPath(period, { kind: 'carrier', carrier })}>{carrier}</Link>,
  },
  { key: 'shipped', header: 'Parcels', align: 'end', cell: ({ shipped }) => formatNumber(shipped) },
  {
    key: 'delivered',
    header: 'Delivered',
    align: 'end',
    cell: ({ delivered }) => formatNumber(delivered),
  },
  {
    key: 'transit',
    header: 'On the way',
    align: 'end',
    place: 'figure',
    cell: ({ transitSeconds, delivered }) =>
      durationWords(averageHours(transitSeconds, delivered), 'None delivered'),
  },
]

export function Carriers({ page: { carriers, period } }: { page: Analytics }) {
  return (
    <ReportSection title="Carriers" definition={DEFINITIONS.carriers} csv={{ report: 'carriers', period }}>
      <Table
        dense
        caption="Carriers"
        columns={columnsFor(period)}
        rows={carriers}
        rowKey={({ carrier }) => carrier}
        empty={<EmptyList title="Nothing shipped with a named carrier in this period" />}
      />
    </ReportSection>
  )
}
