import { Form } from 'react-router'
import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { PAY_SHEETS, PAYOUTS } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { SelectField } from '#app/kit/fields.tsx'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { monthsBack } from '#shop/analytics/period.ts'
import { type Day, dayOf, monthName, monthOf } from '#shop/kernel/day.ts'
import { add, formatAmount, NO_MONEY } from '#shop/kernel/money.ts'
import { statementMonth } from '#shop/programme/pay.ts'
import { firstPayDay, listPaySheets } from '#shop/programme/pay-sheet.read.ts'
import { NO_GROUP, type PaySheetSummary } from '#shop/programme/pay-sheet.ts'
import type { Route } from './+types/sheets.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  title: 'Pay sheets',
  feature: 'programme',
  access: { at: '/admin/dashboard/payouts/sheets', get: 200 },
}

/** Loads the pay sheets of `?month=2026-11`, by default of this month. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(staffContext)
  const today = dayOf(now)
  const name = new URL(request.url).searchParams.get('month') ?? ''
  const month = statementMonth(name) ?? monthOf(today)
  const [sheets, firstDay] = await Promise.all([listPaySheets(db, month), firstPayDay(db)])
  return { month, sheets, months: monthsBack(firstDay, today) }
}

const columnsOf = (month: Day): Column<PaySheetSummary>[] => [
  column.title('Group', ({ groupId, groupName }) => (
    <Link to={`${PAY_SHEETS}/${groupId ?? NO_GROUP}/${month.slice(0, 7)}`}>
      {groupName ?? 'Work in no group'}
    </Link>
  )),
  column.count('Workers', ({ workers }) => workers),
  column.count('Tasks', ({ tasks }) => tasks),
  column.money('Paid', ({ sums }) => sums.paid),
  column.money('Payments returned', ({ sums }) => sums.reversed),
  column.figure('Earned', ({ sums }) => formatAmount(sums.earned)),
]

export default function PaySheets({ loaderData: { month, sheets, months } }: Route.ComponentProps) {
  const sumOf = (kind: 'earned' | 'paid' | 'reversed') =>
    formatAmount(add(NO_MONEY, ...sheets.map(({ sums }) => sums[kind])))
  return (
    <AdminPage title={`Pay sheets: ${monthName(month)}`} back={{ to: PAYOUTS, label: 'All payouts' }}>
      <Form method="get" action={PAY_SHEETS} className="form-row mb-4" key={month}>
        <SelectField label="Month" name="month" defaultValue={month.slice(0, 7)}>
          {months.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button look="line">Show</Button>
      </Form>
      <p className="mb-2 max-w-read text-ink-soft">
        Work that was confirmed from the first to the last day of the month in Indian Standard Time, by the
        group that its worker belonged to on that day. Payments count for the group of the work they are for.
      </p>
      <p className="mb-4">
        <b>In all</b>: earned {sumOf('earned')}, paid {sumOf('paid')}, payments returned {sumOf('reversed')}
      </p>
      <AdminTable
        caption="Pay sheets by group"
        columns={columnsOf(month)}
        rows={sheets}
        rowKey={({ groupId }) => groupId ?? NO_GROUP}
        empty={<EmptyList title="Nothing was earned or paid in this month" />}
      />
    </AdminPage>
  )
}
