import { data } from 'react-router'
import { z } from 'zod'
import { PER_PAGE, PeriodList, pageOf } from '#app/admin/accounts/period-list.tsx'
import { exportPath, OrderLink } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { moneyReceived, moneyRefunded } from '#shop/accounts/accounts.read.ts'
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import {
  listMoney,
  MONEY_DIRECTIONS,
  type MoneyDirection,
  type MoneyEntry,
  readMoneyFilter,
} from '#shop/accounts/money.read.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { add, formatAmount, NO_MONEY } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import type { Route } from './+types/money.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  title: 'Money',
  access: { at: '/admin/dashboard/accounts/money', get: 200 },
}

const after = z.string().refine(isUuid).optional()

const SUMS = { received: moneyReceived, refunded: moneyRefunded }

/**
 * Loads the payments and refunds that a sum of the accounts adds up, by default all of this month. 404 for unknown
 * values in the query.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const query = readMoneyFilter(params, now)
  const last = after.safeParse(params.get('after') ?? undefined)
  if (!query || !last.success) throw data(null, { status: 404 })
  const { period, filter } = query
  const { direction, provider } = filter
  const [rows, sums] = await Promise.all([
    listMoney(reads.figures, filter, last.data ?? null, PER_PAGE + 1),
    Promise.all(
      (direction ? [direction] : MONEY_DIRECTIONS).map(async (name) => {
        const own = (await SUMS[name](reads.figures, period)).filter(
          (row) => !provider || row.provider === provider,
        )
        const count = own.reduce((sum, row) => sum + row.count, 0)
        return { name, count, amount: add(NO_MONEY, ...own.map(({ amount }) => amount)) }
      }),
    ),
  ])
  const values = { period: period.key, direction: direction ?? '', provider: provider ?? '' }
  return { period, direction, provider, values, sums, ...pageOf('money', values, rows, ({ id }) => id) }
}

const COLUMNS: Column<MoneyEntry>[] = [
  column.title('Order', ({ orderId }) => <OrderLink id={orderId} />),
  column.text('Kind', ({ direction, provider }) => (
    <>
      {direction === 'received' ? 'Received' : 'Refunded'}
      <span className="data-sub">{PROVIDERS[provider] ?? provider}</span>
    </>
  )),
  column.time('When', ({ at }) => at),
  column.text('Provider’s id', ({ reference }) => reference ?? '-'),
  column.figure('Amount', ({ amount }) => formatAmount(amount)),
]

const HEADINGS: Record<MoneyDirection, string> = { received: 'Payments received', refunded: 'Refunds paid' }

export default function MoneyList({ loaderData }: Route.ComponentProps) {
  const { period, direction, provider, values, rows, sums, nextPath } = loaderData
  const headings = (direction ? [direction] : MONEY_DIRECTIONS).map((name) => HEADINGS[name])
  const heading = headings.join(' and ')
  return (
    <PeriodList
      title="Money"
      intro={provider ? `${heading}, ${PROVIDERS[provider]}` : heading}
      sums={sums
        .map(({ name, count, amount }) => `${formatNumber(count)} ${name}, ${formatAmount(amount)}`)
        .join('; ')}
      columns={COLUMNS}
      exportTo={exportPath('money', values)}
      {...{ period, rows, nextPath }}
    />
  )
}
