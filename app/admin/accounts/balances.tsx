import { data } from 'react-router'
import { z } from 'zod'
import { PER_PAGE, PeriodList, pageOf } from '#app/admin/accounts/period-list.tsx'
import { exportPath, OrderLink } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readAccounts } from '#shop/accounts/accounts.read.ts'
import { unmatchedMoney } from '#shop/accounts/accounts.ts'
import { listOrderBalances, type OrderBalance } from '#shop/accounts/money.read.ts'
import { periodOrMonth } from '#shop/accounts/period.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import type { Route } from './+types/balances.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  title: 'Unmatched money',
  access: { at: '/admin/dashboard/accounts/balances', get: 200 },
}

const query = z.object({
  period: z.string().optional(),
  after: z.string().refine(isUuid).optional(),
})

/** Loads orders whose money and documents differ, by default this month's. 404 for a query to which no page links. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const period = periodOrMonth(parsed.data?.period, now)
  if (!parsed.success || !period) throw data(null, { status: 404 })
  const { after = null } = parsed.data
  const [rows, accounts] = await Promise.all([
    listOrderBalances(reads.figures, period, after, PER_PAGE + 1),
    readAccounts(reads.figures, period),
  ])
  const page = pageOf('balances', { period: period.key }, rows, ({ orderId }) => orderId)
  return { period, ...page, sum: unmatchedMoney(accounts) }
}

const COLUMNS: Column<OrderBalance>[] = [
  column.title('Order', ({ orderId }) => <OrderLink id={orderId} />),
  column.money('Before', (row) => row.before),
  column.money('Received', ({ received }) => received),
  column.money('Refunded', ({ refunded }) => refunded),
  column.money('Invoices less credit notes', ({ documents }) => documents),
  column.money('Unmatched', ({ between }) => between),
  column.money('At the end', ({ after }) => after),
  column.text('State at the end', stateText),
]

function stateText({ after, isInvoiced, isWithCourier }: OrderBalance): string {
  if (after === 0) return 'Settled'
  if (isWithCourier) return 'A courier has the cash'
  if (after < 0) return 'Invoiced, not yet paid'
  return isInvoiced ? 'More paid than invoiced: a refund is due' : 'Paid, not yet invoiced'
}

export default function Balances({ loaderData: { period, rows, sum, nextPath } }: Route.ComponentProps) {
  return (
    <PeriodList
      title="Unmatched money"
      intro={`Orders whose payments less refunds in the period differ from their invoices less credit notes in the period. ${period.label}. “Before” is the difference of all earlier periods; “At the end” is what was still open on the last day.`}
      sums={`unmatched ${formatAmount(sum)}`}
      columns={COLUMNS}
      rowKey={({ orderId }) => orderId}
      exportTo={exportPath('balances', { period: period.key })}
      {...{ period, rows, nextPath }}
    />
  )
}
