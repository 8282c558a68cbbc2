import { AdminPage, AdminSection } from '#app/desk/admin-page.tsx'
import { PAY_SHEETS } from '#app/desk/paths.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { type Column, Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { askedSheet } from '#app/programme/desk/payouts/asked-sheet.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-access.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
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

/** A group's pay sheet of a month, to be checked before it is printed. 404 for another group or month. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordLook(ctx, { entity: 'payout', entityId: 'all', personId: null })
  return askedSheet(ctx, params, request)
}

export default function PaySheetPage({ loaderData: { sheet, language } }: Route.ComponentProps) {
  const words = paySheetWords(language)
  const other = language === 'en' ? 'hi' : 'en'
  const here = `${PAY_SHEETS}/${sheet.group?.id ?? NO_GROUP}/${sheet.month.slice(0, 7)}`
  // Noon, since a month is a day without a time.
  const month = monthAndYearIn(language, new Date(`${sheet.month}T12:00:00Z`))
  const rows = numbered(sheet)
  return (
    <AdminPage
      title={`${words.title}: ${sheet.group?.name ?? words.noGroup}, ${month}`}
      actions={
        <>
          <ButtonLink to={`${PAY_SHEETS}?month=${sheet.month.slice(0, 7)}`} look="line" icon="arrow-left">
            Pay sheets
          </ButtonLink>
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
      }
    >
      <div lang={language}>
        <AdminSection title={words.particulars}>
          <Table
            dense
            caption={words.particulars}
            columns={workColumns(words, language)}
            rows={rows}
            rowKey={({ key }) => key}
            empty={<EmptyList title={words.none} />}
          />
          {rows.length > 0 && <p className="mt-4 max-w-read text-ink-soft">{words.rateNote}</p>}
        </AdminSection>
        {sheet.workers.length > 0 && (
          <AdminSection title={words.sums}>
            <Table
              dense
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
          </AdminSection>
        )}
        {sheet.payments.length > 0 && (
          <AdminSection title={words.payments}>
            <Table
              dense
              caption={words.payments}
              columns={paymentColumns(words, language)}
              rows={sheet.payments}
              rowKey={(one) => `${one.userId} ${one.kind} ${one.payoutNumber}`}
            />
          </AdminSection>
        )}
      </div>
    </AdminPage>
  )
}

/** A numbered row of work, or the total of a worker. */
type WorkRow =
  | { key: string; number: number; row: SheetRow }
  | { key: string; totalOf: string | null; amount: Money }

function numbered({ workers, sums }: PaySheet): WorkRow[] {
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

/** In the order in which groups keep their books. */
function workColumns(words: PaySheetWords, language: WrittenLanguage): Column<WorkRow>[] {
  const ofRow = (cell: (row: SheetRow) => string) => (one: WorkRow) => ('row' in one ? cell(one.row) : null)
  return [
    { key: 'number', header: words.number, cell: (one) => ('row' in one ? one.number : null) },
    {
      key: 'name',
      header: words.name,
      place: 'title',
      cell: (one) =>
        'row' in one ? one.row.workerName : <b>{one.totalOf ? words.totalOf(one.totalOf) : words.total}</b>,
    },
    { key: 'task', header: words.particulars, cell: ofRow((row) => taskNameIn(language, row)) },
    {
      key: 'quantity',
      header: words.quantity,
      align: 'end',
      cell: ofRow(({ quantity, unit }) => `${formatNumber(quantity)} ${unitIn(language, unit)}`),
    },
    { key: 'rate', header: words.rate, align: 'end', cell: ofRow((row) => formatAmount(ratePerUnit(row))) },
    {
      key: 'amount',
      header: words.amount,
      align: 'end',
      place: 'figure',
      cell: (one) => ('row' in one ? formatAmount(one.row.amount) : <b>{formatAmount(one.amount)}</b>),
    },
    {
      key: 'confirmed',
      header: words.confirmed,
      cell: (one) =>
        'row' in one ? (
          <span>
            {longDayIn(language, one.row.confirmedAt)}
            <span className="data-sub">{one.row.confirmedBy ?? words.closedAccount}</span>
          </span>
        ) : null,
    },
  ]
}

type SumRow = Pick<PaySheet, 'opening' | 'sums' | 'closing'> & { key: string; name: string }

function sumColumns(words: PaySheetWords): Column<SumRow>[] {
  const amount = (key: string, header: string, of: (row: SumRow) => Money): Column<SumRow> => ({
    ...{ key, header },
    align: 'end',
    cell: (row) => formatAmount(of(row)),
  })
  return [
    { key: 'name', header: words.name, place: 'title', cell: ({ name }) => name },
    amount('opening', words.opening, ({ opening }) => opening),
    amount('earned', words.earned, ({ sums }) => sums.earned),
    amount('paid', words.paid, ({ sums }) => sums.paid),
    amount('reversed', words.reversed, ({ sums }) => sums.reversed),
    { ...amount('closing', words.closing, ({ closing }) => closing), place: 'figure' },
  ]
}

function paymentColumns(words: PaySheetWords, language: WrittenLanguage): Column<SheetPayment>[] {
  return [
    { key: 'name', header: words.name, place: 'title', cell: ({ workerName }) => workerName },
    { key: 'day', header: words.day, cell: ({ at }) => longDayIn(language, at) },
    { key: 'kind', header: words.kind, cell: ({ kind }) => words[kind] },
    { key: 'payout', header: words.payout, align: 'end', cell: ({ payoutNumber }) => payoutNumber },
    { key: 'reference', header: words.reference, cell: ({ reference }) => reference },
    {
      key: 'amount',
      header: words.amount,
      align: 'end',
      place: 'figure',
      cell: ({ kind, amount }) => `${kind === 'reversed' ? '-' : ''}${formatAmount(amount)}`,
    },
  ]
}
