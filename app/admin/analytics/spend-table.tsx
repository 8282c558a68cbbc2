import { Link } from 'react-router'
import { type DataColumn, DataTable } from '#app/admin/kit/data-table.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import type { Period } from '#shop/analytics/period.ts'
import { type RecordedSpend, SPEND_CHANNEL_NAMES, spendId } from '#shop/analytics/spend.ts'
import { monthName } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { spendPath } from './spend-path.ts'

function columns(period: Period): DataColumn<RecordedSpend>[] {
  return [
    { key: 'month', header: 'Month', place: 'title', cell: ({ month }) => monthName(month) },
    { key: 'channel', header: 'Channel', cell: ({ channel }) => SPEND_CHANNEL_NAMES[channel] },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => formatPrice(amount),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (spend) => (
        <Link to={spendPath(period, spend)} className="link">
          Change
          <VisuallyHidden>
            {' '}
            {SPEND_CHANNEL_NAMES[spend.channel]}, {monthName(spend.month)}
          </VisuallyHidden>
        </Link>
      ),
    },
  ]
}

/** What is recorded, newest month first. */
export function SpendTable({ spends, period }: { spends: RecordedSpend[]; period: Period }) {
  if (spends.length === 0) return null
  return (
    <details className="chart-table">
      <summary>Spend recorded in the last year</summary>
      <DataTable
        caption="Recorded spend"
        columns={columns(period)}
        rows={spends}
        rowKey={spendId}
        empty={null}
      />
    </details>
  )
}
