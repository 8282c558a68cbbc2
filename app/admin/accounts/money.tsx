import { data } from 'react-router'
import { z } from 'zod'
import { PER_PAGE, PeriodList, pageOf } from '#app/admin/accounts/period-list.tsx'
import { exportPath } from '#app/desk/export-link.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { moneyReceived, moneyRefunded } from '#shop/accounts/accounts.read.ts'
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import { listMoney, MONEY_DIRECTIONS, type MoneyEntry } from '#shop/accounts/money.read.ts'
import { periodOf } from '#shop/accounts/period.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { formatAmount, NO_MONEY } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import type { Route } from './+types/money.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  title: 'Money',
  access: { at: '/admin/dashboard/accounts/money?period=2026-11&direction=received&provider=cod', get: 200 },
}

const query = z.object({
  period: z.string().transform(periodOf),
  direction: z.enum(MONEY_DIRECTIONS),
  provider: z.enum(['cod', 'razorpay', 'sandbox']),
  after: z.string().refine(isUuid).optional(),
})

/** Loads the payments or refunds of a figure in the accounts. 404 for a query that the accounts do not link to. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads } = context.get(staffContext)
  const params = Object.fromEntries(new URL(request.url).searchParams)
  const parsed = query.safeParse(params)
  if (!parsed.success || !parsed.data.period) throw data(null, { status: 404 })
  const { period, after = null, ...filter } = parsed.data
  const sumsOf = filter.direction === 'received' ? moneyReceived : moneyRefunded
  const [rows, sums] = await Promise.all([
    listMoney(reads.figures, { ...filter, from: period.from, to: period.to }, after, PER_PAGE + 1),
    sumsOf(reads.figures, period),
  ])
  const { count = 0, amount = NO_MONEY } = sums.find(({ provider }) => provider === filter.provider) ?? {}
  return { period, ...filter, count, amount, ...pageOf('money', params, rows, ({ id }) => id) }
}

const COLUMNS: Column<MoneyEntry>[] = [
  column.title('Order', ({ orderId }) => (
    <StaffLink to={`${ORDERS}/${orderId}`}>{shortId(orderId)}</StaffLink>
  )),
  column.time('When', ({ at }) => at),
  column.text('Provider’s id', ({ reference }) => reference ?? '-'),
  column.figure('Amount', ({ amount }) => formatAmount(amount)),
]

export default function MoneyList({ loaderData }: Route.ComponentProps) {
  const { period, direction, provider, rows, count, amount, nextPath } = loaderData
  const heading = direction === 'received' ? 'Payments received' : 'Refunds paid'
  return (
    <PeriodList
      title="Money"
      intro={`${heading}, ${PROVIDERS[provider]}`}
      sums={`${formatNumber(count)}, ${formatAmount(amount)}`}
      columns={COLUMNS}
      exportTo={exportPath('money', { period: period.key, direction, provider })}
      {...{ period, rows, nextPath }}
    />
  )
}
