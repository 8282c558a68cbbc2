import { redirect } from 'react-router'
import { z } from 'zod'
import { accountsPath, documentsPath, TAX_COLUMNS } from '#app/admin/accounts/period-list.tsx'
import { AdminPage, AdminSection, AdminTable, StatusNotice, TableSection } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { FiguresStrip } from '#app/desk/figures-strip.tsx'
import { ACCOUNTS, REMITTANCES } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link, TextLink } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findClosingTime, firstDocumentDay, readAccounts } from '#shop/accounts/accounts.read.ts'
import {
  type Accounts,
  DOCUMENTS_PER_ZIP,
  type DocumentSums,
  type HsnRow,
  type MoneyRow,
  netOf,
  type PartyRow,
  PROVIDERS,
  type RateRow,
  type StateRow,
  totalTax,
  unmatchedMoney,
} from '#shop/accounts/accounts.ts'
import { closableFrom, closeMonth } from '#shop/accounts/close-month.ts'
import {
  type AccountPeriod,
  monthPeriod,
  neighbours,
  periodOf,
  periodOrMonth,
  widerPeriods,
} from '#shop/accounts/period.ts'
import { gstr1Of } from '#shop/accounts/registers.read.ts'
import { TALLY_NOTE } from '#shop/accounts/tally.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Route } from './+types/accounts.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  tab: { label: 'Accounts', icon: moreIcons.copy, group: 'Money' },
  access: { get: 200, post: 422 },
}

const DONE: Record<string, string> = {
  closed: 'Month closed. Later corrections go into the month in which they are made.',
}

/** Loads the accounts of `?period=`, by default of this month. 404 for a period that does not exist. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, reads, now, config } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const today = dayOf(now)
  const period = orNotFound(periodOrMonth(params.get('period'), now))
  const isMonth = period.kind === 'month'
  const [accounts, closed, first] = await Promise.all([
    readAccounts(reads.figures, period),
    isMonth ? findClosingTime(db, period.from) : null,
    firstDocumentDay(reads.figures),
  ])
  const adjacent = neighbours(period)
  return {
    ...{ period, accounts, closed },
    others: [
      ...(first !== null && adjacent.before.to >= first ? [adjacent.before] : []),
      ...(adjacent.after.from <= today ? [adjacent.after] : []),
      ...(isMonth ? widerPeriods(period.from) : monthsOf(period.from, period.to)),
    ],
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

function monthsOf(from: string, to: string) {
  const months = [monthPeriod(from)]
  for (let last = months[0]; last && last.to < to; last = months.at(-1)) months.push(neighbours(last).after)
  return months
}

const closeForm = z.object({
  month: z.string().refine((key) => periodOf(key)?.kind === 'month', 'Please choose a month'),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { form, fields } = await readFormFields(request, closeForm)
  if (!fields.ok) return invalid(fields)
  const { month } = fields.value
  const closed = await closeMonth(context.get(staffContext), `${month}-01`)
  return closed.ok ? redirect(`${ACCOUNTS}?period=${month}&done=closed`, 303) : refusedBy(closed, form)
}

export default function AccountsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { period, others, accounts, closed, canClose, isClosing, hasGstin, refusedReturn, done } = loaderData
  const isEmpty = accounts.invoices.documents + accounts.creditNotes.documents === 0
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
      <Periods periods={others} />
      {closed && (
        <Banner live={false} icon="lock" className="mb-5" title={`Closed on ${formatDayAndTime(closed)}.`}>
          No document can be added to this month. Corrections are credit notes of a later one.
        </Banner>
      )}
      <Totals {...{ period, accounts, isEmpty }} />
      <AdminSection title="Files for the accountant">
        <Downloads
          {...{ period, hasGstin }}
          documents={accounts.invoices.documents + accounts.creditNotes.documents}
        />
      </AdminSection>
      {isEmpty ? (
        <EmptyList title="No invoice was issued in this period" />
      ) : (
        <Summaries period={period} accounts={accounts} />
      )}
      <AdminSection
        title="Money"
        aside={
          <span className="flex flex-wrap gap-x-5">
            <StaffLink to={REMITTANCES} className="link">
              Cash from couriers
            </StaffLink>
            <StaffLink to={`${ACCOUNTS}/settlement`} className="link">
              Compare a settlement report
            </StaffLink>
          </span>
        }
      >
        <Money period={period} accounts={accounts} />
      </AdminSection>
      {isClosing && canClose && <CloseMonth period={period} />}
    </AdminPage>
  )
}

type TotalsProps = { period: AccountPeriod; accounts: Accounts; isEmpty: boolean }

function Totals({ period, accounts: { invoices, creditNotes }, isEmpty }: TotalsProps) {
  const net = netOf(invoices, creditNotes)
  const link = (text: string, filter = {}, isPlain = isEmpty) =>
    isPlain ? text : <Link to={documentsPath(period, filter)}>{text}</Link>
  const documentsFigure = (label: string, { documents, total }: DocumentSums, kind: string) => ({
    label,
    value: link(formatNumber(documents), { kind }, documents === 0),
    note: formatAmount(total),
  })
  return (
    <>
      <FiguresStrip
        figures={[
          documentsFigure('Invoices', invoices, 'invoice'),
          documentsFigure('Credit notes', creditNotes, 'credit-note'),
          {
            label: 'Net taxable value',
            value: link(formatAmount(net.taxable)),
            note: 'Invoices less credit notes',
          },
          {
            label: 'GST',
            value: link(formatAmount(totalTax(net))),
            note: `CGST ${formatAmount(net.cgst)}, SGST ${formatAmount(net.sgst)}, IGST ${formatAmount(net.igst)}`,
          },
        ]}
      />
      <p className="mt-3 text-ink-soft text-sm">
        Net total {link(formatAmount(net.total))}: taxable value and GST, round-off{' '}
        {formatAmount(net.roundOff)}. Days and months are Indian Standard Time.
      </p>
    </>
  )
}

function Periods({ periods }: { periods: AccountPeriod[] }) {
  return (
    <nav aria-label="Periods" className="mb-5">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {periods.map((period) => (
          <li key={period.key}>
            <TextLink to={accountsPath(period)}>{period.label}</TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

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

type DownloadsProps = { period: AccountPeriod; documents: number; hasGstin: boolean }

function Downloads({ period, documents, hasGstin }: DownloadsProps) {
  const returnName = period.kind === 'year' ? null : RETURN_NAMES[period.kind]
  const zips = period.kind === 'month' ? Math.ceil(documents / DOCUMENTS_PER_ZIP) : 0
  const lists = [
    { name: 'Sales register', files: ['sales.csv', 'sales.xlsx'] },
    { name: 'Credit-note register', files: ['credit-notes.csv', 'credit-notes.xlsx'] },
    { name: 'Summary by rate, HSN and state', files: ['summary.csv', 'summary.xlsx'] },
    ...(returnName && hasGstin ? [{ name: returnName, files: ['gstr1.json'] }] : []),
    { name: 'Vouchers for Tally', files: ['tally.xml'] },
    ...(zips > 0
      ? [
          {
            name: 'All documents as PDF',
            files: Array.from({ length: zips }, (_, at) => `documents-${at + 1}.zip`),
          },
        ]
      : []),
  ]
  return (
    <ul className="grid gap-2">
      {lists.map(({ name, files }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-4">
          <span className="min-w-[min(100%,16rem)]">{name}</span>
          {files.map((file) => (
            <a key={file} className="link" href={`${ACCOUNTS}/files/${file}?period=${period.key}`}>
              {file.replace(/.*\./, '').toUpperCase()}
              {zips > 1 && file.endsWith('.zip') && ` ${file.replace(/\D/g, '')} of ${zips}`}
              <VisuallyHidden> of {name}</VisuallyHidden>
            </a>
          ))}
        </li>
      ))}
      {returnName && !hasGstin && (
        <li className="text-ink-soft">
          {returnName}: needs the shop’s GSTIN, which an owner enters in Settings.
        </li>
      )}
      <li>
        <details>
          <summary className="link">How to import into Tally</summary>
          <p className="mt-2 max-w-read text-ink-soft text-sm">{TALLY_NOTE}</p>
        </details>
      </li>
    </ul>
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
  const moneyRows = (direction: 'received' | 'refunded', title: string) =>
    accounts[direction].map((row): NamedMoney => {
      const { provider } = row
      const filter = new URLSearchParams({ period: period.key, direction, provider })
      const name = `${title}: ${PROVIDERS[provider] ?? provider}`
      return { ...row, name, to: `${ACCOUNTS}/money?${filter}` }
    })
  const rows = [...moneyRows('received', 'Received'), ...moneyRows('refunded', 'Refunded')]
  return (
    <>
      <AdminTable
        caption="Payments received and refunds paid"
        columns={MONEY_COLUMNS}
        rows={rows}
        empty={<EmptyList title="No money was received or refunded" />}
      />
      <p className="mt-3 max-w-read text-ink-soft text-sm">
        Received less refunded less the net total of the documents:{' '}
        <TextLink to={`${ACCOUNTS}/balances?period=${period.key}`}>
          {formatAmount(unmatchedMoney(accounts))}
        </TextLink>
        . The link lists the orders that are still open, or were paid and invoiced in different periods, as
        most cash orders are.
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
        A closed month cannot be opened again. Close it once the accountant has its figures: what is corrected
        later becomes a document of the month of the correction.
      </p>
    </ConfirmDialog>
  )
}

/** Invoices less credit notes by rate, HSN code, state and kind of buyer; each row links to its documents. */
function Summaries({ period, accounts }: { period: AccountPeriod; accounts: Accounts }) {
  const { byRate, byHsn, byState, byParty } = accounts
  const pathTo = (filter: Record<string, string>) => documentsPath(period, filter)
  return (
    <>
      <TableSection
        title="By rate"
        caption="Invoices less credit notes by GST rate"
        columns={[
          nameColumn<RateRow>('GST', ({ rate }) => [percentText(rate), pathTo({ rate: `${rate}` })]),
          ...TAX_COLUMNS,
        ]}
        rows={byRate}
      />
      <TableSection
        title="By HSN code"
        caption="Invoices less credit notes by HSN code, rate and kind of buyer"
        columns={[
          nameColumn<HsnRow>('HSN code', ({ hsn, rate, isBusiness }) => [
            hsn || 'none',
            pathTo({ hsn, rate: `${rate}`, b2b: isBusiness ? 'yes' : 'no' }),
          ]),
          column.text<HsnRow>('GST', ({ rate }) => percentText(rate)),
          column.text<HsnRow>('Buyers', ({ isBusiness }) => (isBusiness ? 'B2B' : 'B2C')),
          column.count<HsnRow>('Units', ({ units }) => units),
          ...TAX_COLUMNS,
        ]}
        rows={byHsn}
      />
      <TableSection
        title="By state"
        caption="Invoices less credit notes by place of supply"
        columns={[
          nameColumn<StateRow>('Place of supply', ({ state }) => [
            state ? stateWithCode(state) : 'Unknown',
            pathTo({ state }),
          ]),
          ...TAX_COLUMNS,
        ]}
        rows={byState}
      />
      <TableSection
        title="Businesses and consumers"
        caption="Invoices less credit notes by kind of buyer"
        columns={[
          nameColumn<PartyRow>('Buyers', ({ isBusiness }) => [
            isBusiness ? 'B2B, with a GSTIN' : 'B2C',
            pathTo({ b2b: isBusiness ? 'yes' : 'no' }),
          ]),
          ...TAX_COLUMNS,
        ]}
        rows={byParty}
      />
    </>
  )
}

function nameColumn<Row>(header: string, name: (row: Row) => [text: string, to: string]): Column<Row> {
  return column.title(header, (row) => {
    const [text, to] = name(row)
    return <Link to={to}>{text}</Link>
  })
}
