import { type DataColumn, DataTable } from '#app/ui/admin/kit/data-table.tsx'
import { SPEND_CHANNEL_NAMES, type Spend } from '#shop/analytics/spend.ts'
import { monthName } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'

const COLUMNS: DataColumn<Spend>[] = [
  { key: 'month', header: 'Month', place: 'title', cell: ({ month }) => monthName(month) },
  { key: 'channel', header: 'Channel', cell: ({ channel }) => SPEND_CHANNEL_NAMES[channel] },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ amount }) => formatPrice(amount),
  },
]

/** What is recorded, newest month first. */
export function SpendTable({ spends }: { spends: Spend[] }) {
  if (spends.length === 0) return null
  return (
    <details className="chart-table">
      <summary>Spend recorded in the last year</summary>
      <DataTable
        caption="Recorded spend"
        columns={COLUMNS}
        rows={spends}
        rowKey={({ month, channel }) => `${month} ${channel}`}
        empty={null}
      />
    </details>
  )
}
