import { data, redirect } from 'react-router'
import { z } from 'zod'
import { accountsPath, documentsPath } from '#app/admin/accounts/period-list.tsx'
import { Summaries } from '#app/admin/accounts/summaries.tsx'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { FiguresStrip } from '#app/desk/figures-strip.tsx'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { closedAt, firstDocumentDay, readAccounts } from '#shop/accounts/accounts.read.ts'
import {
  type Accounts,
  type MoneyRow,
  moneyBetween,
  netOf,
  PROVIDERS,
  totalTax,
} from '#shop/accounts/accounts.ts'
import { closableFrom, closeMonth } from '#shop/accounts/close-month.ts'
import { type AccountPeriod, monthPeriod, neighbours, periodOf, widerPeriods } from '#shop/accounts/period.ts'
import { gstr1Of } from '#shop/accounts/registers.read.ts'
import { TALLY_LEDGERS } from '#shop/accounts/tally.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
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

/** A period's sums by rate, HSN code, state and kind of buyer, the money, and the files for the accountant. */
export default function AccountsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { period, accounts, closed, canClose, isClosing, hasGstin, refusedReturn, done } = loaderData
  const { invoices, creditNotes } = accounts
  const net = netOf(invoices, creditNotes)
  const isEmpty = invoices.documents + creditNotes.documents === 0
  return (
    <AdminPage
      title={`Accounts: ${period.label}`}
      actions={
        canClose && (
          <ButtonLink to={`${accountsPath(period)}&close`} icon="lock" look="line" preventScrollReset>
            Close this month
          </ButtonLink>
        )
      }
    >
      <StatusNotice answer={actionData ?? done} />
      {refusedReturn.length > 0 && <RefusedReturn problems={refusedReturn} />}
      <Periods {...loaderData} />
      {closed && (
        <Banner live={false} icon="lock" className="mb-5" title={`Closed on ${formatDayAndTime(closed)}.`}>
          No document can be added to this month. Corrections are credit notes of a later one.
        </Banner>
      )}
      <FiguresStrip
        figures={[
          {
            label: 'Invoices',
            value: <DocumentsCount {...{ period, count: invoices.documents, kind: 'invoice' }} />,
            note: formatAmount(invoices.total),
          },
          {
            label: 'Credit notes',
            value: <DocumentsCount {...{ period, count: creditNotes.documents, kind: 'credit-note' }} />,
            note: formatAmount(creditNotes.total),
          },
          {
            label: 'Net taxable value',
            value: <DocumentsLink period={period} text={formatAmount(net.taxable)} isEmpty={isEmpty} />,
            note: 'Invoices less credit notes',
          },
          {
            label: 'GST',
            value: <DocumentsLink period={period} text={formatAmount(totalTax(net))} isEmpty={isEmpty} />,
            note: `CGST ${formatAmount(net.cgst)}, SGST ${formatAmount(net.sgst)}, IGST ${formatAmount(net.igst)}`,
          },
        ]}
      />
      <p className="mt-3 text-ink-soft text-sm">
        Net total <DocumentsLink period={period} text={formatAmount(net.total)} isEmpty={isEmpty} />: taxable
        value and GST, round-off {formatAmount(net.roundOff)}. Days and months are Indian Standard Time.
      </p>
      <AdminSection title="Files for the accountant">
        <Downloads period={period} hasGstin={hasGstin} />
      </AdminSection>
      {isEmpty ? (
        <EmptyList title="No invoice was issued in this period" />
      ) : (
        <Summaries period={period} accounts={accounts} />
      )}
      <AdminSection
        title="Money"
        aside={
          <StaffLink to={`${ACCOUNTS}/settlement`} className="link">
            Compare a settlement report
          </StaffLink>
        }
      >
        <Money period={period} accounts={accounts} />
      </AdminSection>
      {isClosing && canClose && <CloseMonth period={period} />}
    </AdminPage>
  )
}

function Periods({ before, after, wider, months }: Route.ComponentProps['loaderData']) {
  const others = [...(before ? [before] : []), ...(after ? [after] : []), ...wider, ...months]
  return (
    <nav aria-label="Periods" className="mb-5">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {others.map((one) => (
          <li key={one.key}>
            <Link to={accountsPath(one)} className="link">
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type DocumentsLinkProps = {
  period: AccountPeriod
  text: string
  /** The period has no such documents. */
  isEmpty: boolean
  kind?: string
}

function DocumentsLink({ period, text, isEmpty, kind }: DocumentsLinkProps) {
  return isEmpty ? text : <Link to={documentsPath(period, kind ? { kind } : {})}>{text}</Link>
}

function DocumentsCount({ count, ...link }: { period: AccountPeriod; count: number; kind: string }) {
  return <DocumentsLink {...link} text={formatNumber(count)} isEmpty={count === 0} />
}

/** The registers and summaries, as tables. */
const FILES = [
  { file: 'sales', name: 'Sales register' },
  { file: 'credit-notes', name: 'Credit-note register' },
  { file: 'summary', name: 'Summary by rate, HSN and state' },
]

function RefusedReturn({ problems }: { problems: string[] }) {
  return (
    <Banner tone="danger" className="mb-5" title="The tax portal would refuse this GSTR-1.">
      <ul className="mt-2 list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Downloads({ period, hasGstin }: { period: AccountPeriod; hasGstin: boolean }) {
  return (
    <ul className="grid gap-2">
      {FILES.map(({ file, name }) => (
        <li key={file} className="flex flex-wrap items-baseline gap-x-4">
          <span className="min-w-[min(100%,16rem)]">{name}</span>
          {['csv', 'xlsx'].map((format) => (
            <a
              key={format}
              className="link"
              href={`${ACCOUNTS}/files/${file}.${format}?period=${period.key}`}
            >
              {format.toUpperCase()}
              <VisuallyHidden> of the {name.toLowerCase()}</VisuallyHidden>
            </a>
          ))}
        </li>
      ))}
      {period.kind !== 'year' &&
        (hasGstin ? (
          <DownloadLine period={period} file="gstr1.json" name={RETURN_NAMES[period.kind]} />
        ) : (
          <li className="text-ink-soft">
            {RETURN_NAMES[period.kind]}: needs the shop’s GSTIN, the setting SELLER_GSTIN.
          </li>
        ))}
      <DownloadLine period={period} file="tally.xml" name="Vouchers for Tally" />
      <li>
        <details>
          <summary className="link">Ledgers that Tally needs</summary>
          <p className="mt-2 max-w-read text-ink-soft text-sm">{TALLY_LEDGERS}</p>
        </details>
      </li>
    </ul>
  )
}

function DownloadLine({ period, file, name }: { period: AccountPeriod; file: string; name: string }) {
  return (
    <li className="flex flex-wrap gap-x-4">
      <span className="min-w-[min(100%,16rem)]">{name}</span>
      <a className="link" href={`${ACCOUNTS}/files/${file}?period=${period.key}`}>
        {file.endsWith('json') ? 'JSON' : 'XML'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </a>
    </li>
  )
}

const RETURN_NAMES = {
  month: 'GSTR-1 for the tax portal',
  quarter: 'GSTR-1 of a quarterly filer',
} as const

type NamedMoney = MoneyRow & { name: string; to: string }

const MONEY_COLUMNS: Column<NamedMoney>[] = [
  column.title('Money', ({ name, to }) => <Link to={to}>{name}</Link>),
  column.count('Number', ({ count }) => count),
  column.figure('Amount', ({ amount }) => formatAmount(amount)),
]

function Money({ period, accounts }: { period: AccountPeriod; accounts: Accounts }) {
  const named = (rows: readonly MoneyRow[], direction: 'received' | 'refunded', what: string) =>
    rows.map((row): NamedMoney => {
      const { provider } = row
      const filter = new URLSearchParams({ period: period.key, direction, provider })
      const name = `${what}: ${PROVIDERS[provider] ?? provider}`
      return { ...row, name, to: `${ACCOUNTS}/money?${filter}` }
    })
  const rows = [
    ...named(accounts.received, 'received', 'Received'),
    ...named(accounts.refunded, 'refunded', 'Refunded'),
  ]
  return (
    <>
      <Table
        dense
        caption="Payments received and refunds paid"
        columns={MONEY_COLUMNS}
        rows={rows}
        rowKey={({ name }) => name}
        empty={<EmptyList title="No money was received or refunded" />}
      />
      <p className="mt-3 max-w-read text-ink-soft text-sm">
        Received less refunded less the net total of the documents:{' '}
        <Link to={`${ACCOUNTS}/balances?period=${period.key}`} className="link">
          {formatAmount(moneyBetween(accounts))}
        </Link>
        . It opens into the orders that were paid in one period and invoiced in another, or are still open.
      </p>
    </>
  )
}

function CloseMonth({ period }: { period: AccountPeriod }) {
  return (
    <ConfirmDialog
      title={`Close ${period.label}?`}
      confirm="Close month"
      closeTo={accountsPath(period)}
      action={accountsPath(period)}
      fields={{ month: period.key }}
    >
      <p>
        A closed month stays closed. Do it once its figures have been given to the accountant: what is
        corrected later becomes a document of the month of the correction.
      </p>
    </ConfirmDialog>
  )
}
