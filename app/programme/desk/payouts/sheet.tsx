import { AdminPage, AdminSection, AdminTable, TableSection } from '#app/desk/admin-page.tsx'
import { PAY_SHEETS } from '#app/desk/paths.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { loadPaySheet } from '#app/programme/desk/payouts/load-pay-sheet.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { formatAmount, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { longDayIn, monthAndYearIn } from '#shop/kernel/time.ts'
import {
  NO_GROUP,
  type PaySheet,
  ratePerUnit,
  type SheetPayment,
  type SheetRow,
} from '#shop/programme/pay-sheet.ts'
import { type PaySheetWords, paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import { taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import { languageName, type WrittenLanguage } from '#shop/programme/worker.ts'
import type { Route } from './+types/sheet.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  title: null,
  feature: 'programme',
  access: { at: '/admin/dashboard/payouts/sheets/none/2026-11', get: 200 },
}

/** Loads a group's pay sheet of a month, to check it before printing. 404 for an unknown group or month. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordView(ctx, { entity: 'payout', entityId: 'all', personId: null })
  return loadPaySheet(ctx, params, request)
}

export default function PaySheetPage({ loaderData: { sheet, language } }: Route.ComponentProps) {
  const words = paySheetWords(language)
  // Uses noon, since a month is stored as a day without a time.
  const month = monthAndYearIn(language, new Date(`${sheet.month}T12:00:00Z`))
  const rows = numberRows(sheet)
  return (
    <AdminPage
      title={`${words.title}: ${sheet.group?.name ?? words.noGroup}, ${month}`}
      back={{ to: `${PAY_SHEETS}?month=${sheet.month.slice(0, 7)}`, label: 'Pay sheets' }}
      actions={<SheetLinks {...{ sheet, language }} />}
    >
      <div lang={language}>
        <AdminSection title={words.particulars}>
          <AdminTable
            caption={words.particulars}
            columns={workColumns(words, language)}
            rows={rows}
            rowKey={({ key }) => key}
            empty={<EmptyList title={words.none} />}
          />
          {rows.length > 0 && <p className="mt-4 max-w-read text-ink-soft">{words.rateNote}</p>}
        </AdminSection>
        {sheet.workers.length > 0 && (
          <TableSection
            title={words.sums}
            caption={words.sums}
            columns={sumColumns(words)}
            rows={[
              ...sheet.workers.map((worker) => ({
                ...worker,
                key: worker.userId,
                name: worker.workerName,
              })),
              { ...sheet, key: 'total', name: words.total },
            ]}
            rowKey={({ key }) => key}
          />
        )}
        {sheet.payments.length > 0 && (
          <TableSection
            title={words.payments}
            caption={words.payments}
            columns={paymentColumns(words, language)}
            rows={sheet.payments}
            rowKey={({ userId, kind, payoutNumber }) => `${userId} ${kind} ${payoutNumber}`}
          />
        )}
      </div>
    </AdminPage>
  )
}

/** Links to this sheet in the other language, and to its files. */
function SheetLinks({ sheet, language }: { sheet: PaySheet; language: WrittenLanguage }) {
  const other = language === 'en' ? 'hi' : 'en'
  const here = `${PAY_SHEETS}/${sheet.group?.id ?? NO_GROUP}/${sheet.month.slice(0, 7)}`
  return (
    <>
      <ButtonLink to={`${here}?language=${other}`} look="line" lang={other}>
        {languageName(other)}
      </ButtonLink>
      {(['pdf', 'xlsx'] as const).map((format) => (
        <ButtonLink
          key={format}
          to={`${here}/pay-sheet.${format}?language=${language}`}
          look="line"
          icon={moreIcons.download}
          reloadDocument
        >
          {format.toUpperCase()}
        </ButtonLink>
      ))}
    </>
  )
}

type WorkRow =
  | { key: string; number: number; row: SheetRow }
  | { key: string; totalOf: string | null; amount: Money }

function numberRows({ workers, sums }: PaySheet): WorkRow[] {
  let number = 0
  const rows = workers.flatMap(({ rows, userId, workerName, sums: own }): WorkRow[] => {
    if (rows.length === 0) return []
    const work = rows.map((row) => {
      number += 1
      return { key: String(row.entryId), number, row }
    })
    return [...work, { key: userId, totalOf: workerName, amount: own.earned }]
  })
  return rows.length > 0 ? [...rows, { key: 'total', totalOf: null, amount: sums.earned }] : []
}

/** Returns the columns in the order of the groups' own books. */
function workColumns(words: PaySheetWords, language: WrittenLanguage): Column<WorkRow>[] {
  const ofRow = (cell: (row: SheetRow) => string) => (line: WorkRow) =>
    'row' in line ? cell(line.row) : null
  return [
    column.text(words.number, (line) => ('row' in line ? line.number : null)),
    column.title(words.name, (line) =>
      'row' in line ? line.row.workerName : <b>{line.totalOf ? words.totalOf(line.totalOf) : words.total}</b>,
    ),
    column.text(
      words.particulars,
      ofRow((row) => taskNameIn(language, row)),
    ),
    column.number(
      words.quantity,
      ofRow(({ quantity, unit }) => `${formatNumber(quantity)} ${unitIn(language, unit, quantity)}`),
    ),
    column.number(
      words.rate,
      ofRow((row) => formatAmount(ratePerUnit(row))),
    ),
    column.figure(words.amount, (line) =>
      'row' in line ? formatAmount(line.row.amount) : <b>{formatAmount(line.amount)}</b>,
    ),
    column.text(
      words.confirmed,
      ofRow(({ confirmedAt }) => longDayIn(language, confirmedAt)),
      { note: ofRow(({ confirmedBy }) => confirmedBy ?? words.closedAccount) },
    ),
  ]
}

type SumRow = Pick<PaySheet, 'opening' | 'sums' | 'closing'> & { key: string; name: string }

function sumColumns(words: PaySheetWords): Column<SumRow>[] {
  return [
    column.title(words.name, ({ name }) => name),
    column.money(words.opening, ({ opening }) => opening),
    column.money(words.earned, ({ sums }) => sums.earned),
    column.money(words.paid, ({ sums }) => sums.paid),
    column.money(words.reversed, ({ sums }) => sums.reversed),
    column.figure(words.closing, ({ closing }) => formatAmount(closing)),
  ]
}

function paymentColumns(words: PaySheetWords, language: WrittenLanguage): Column<SheetPayment>[] {
  return [
    column.title(words.name, ({ workerName }) => workerName),
    column.text(words.day, ({ at }) => longDayIn(language, at)),
    column.text(words.kind, ({ kind }) => words[kind]),
    column.number(words.payout, ({ payoutNumber }) => payoutNumber),
    column.text(words.reference, ({ reference }) => reference),
    column.figure(words.amount, ({ kind, amount }) =>
      formatAmount(kind === 'reversed' ? subtract(NO_MONEY, amount) : amount),
    ),
  ]
}
