import { data, redirect } from 'react-router'
import { z } from 'zod'
import { AccountsPage } from '#app/admin/accounts/accounts-page.tsx'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { closedAt, firstDocumentDay, readAccounts } from '#shop/accounts/accounts.read.ts'
import { closableFrom, closeMonth } from '#shop/accounts/close-month.ts'
import { monthPeriod, neighbours, periodOf, widerPeriods } from '#shop/accounts/period.ts'
import { gstr1Of } from '#shop/accounts/registers.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import type { Route } from './+types/accounts.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  tab: { label: 'Accounts', icon: moreIcons.copy, group: 'more' },
  access: { get: 200, post: 422 },
}

const DONE: Record<string, string> = { closed: 'Month closed. Later corrections go into their own month.' }

/** The accounts of `?period=`, this month without one. 404 for a period that does not exist. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, reads, now, config } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const key = params.get('period')
  const today = dayOf(now)
  const period = key ? periodOf(key) : monthPeriod(today)
  if (!period) throw data(null, { status: 404 })
  const isMonth = period.kind === 'month'
  const [accounts, closed, first] = await Promise.all([
    readAccounts(reads.figures, period),
    isMonth ? closedAt(db, period.from) : null,
    firstDocumentDay(reads.figures),
  ])
  const { before, after } = neighbours(period)
  return {
    ...{ period, accounts, closed },
    before: first !== null && before.to >= first ? before : null,
    after: after.from <= today ? after : null,
    wider: isMonth ? widerPeriods(period.from) : [],
    months: isMonth ? [] : monthsOf(period.from, period.to),
    canClose: isMonth && !closed && today >= closableFrom(period.from),
    isClosing: isMonth && params.has('close'),
    hasGstin: config.seller.gstin !== null,
    refusedReturn:
      params.get('gstr1') === 'refused' && period.kind !== 'year'
        ? (await gstr1Of(reads.figures, period, config.seller.gstin)).problems
        : [],
    done: doneNotice(request, DONE),
  }
}

/** The months from a day to another. */
function monthsOf(from: string, to: string) {
  const months = [monthPeriod(from)]
  for (let last = months[0]; last && last.to < to; last = months.at(-1)) months.push(neighbours(last).after)
  return months
}

const closeForm = z.object({
  month: z.string().refine((key) => periodOf(key)?.kind === 'month', 'Please choose a month'),
})

/** Closes a month. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const sent = readFields(closeForm, form)
  if (!sent.ok) return invalid(sent)
  const { month } = sent.value
  const closed = await closeMonth(context.get(staffContext), `${month}-01`)
  return closed.ok ? redirect(`${ACCOUNTS}?period=${month}&done=closed`, 303) : refusedBy(closed, form)
}

export default function AccountsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountsPage {...loaderData} answer={actionData ?? loaderData.done} />
}
