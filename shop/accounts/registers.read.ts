/** Exports registers and summaries in pages, so that a long month is never in memory as a whole. */
import { sql } from 'kysely'
import { readAccounts } from '#shop/accounts/accounts.read.ts'
import {
  type Accounts,
  DOCUMENT_KINDS,
  type DocumentKind,
  type SheetCell,
  type TaxSums,
} from '#shop/accounts/accounts.ts'
import { Gstr1Builder } from '#shop/accounts/gstr1.ts'
import type { AccountPeriod } from '#shop/accounts/period.ts'
import type { Db } from '#shop/ctx.ts'
import { type InvoiceDocument, UQC } from '#shop/invoices/invoice-document.ts'
import { cellsOf, type FileColumn, headingsOf } from '#shop/kernel/csv.ts'
import { addDays, type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { add, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'

type Range = Pick<AccountPeriod, 'from' | 'to'>

const PAGE_SIZE = 2000

type Amounts = TaxSums & { roundOff: Money; total: Money }

/** A document's lines of one rate. The first row of a document has its round-off. `total` includes the round-off. */
type Row = Amounts & {
  number: string
  issuedAt: Date
  day: Day
  orderId: string
  buyer: string
  gstin: string | null
  state: string | null
  payment: string
  hsn: string | null
  /** Null for a note that credits only a round-off. */
  rate: number | null
  units: number
  against: string | null
  againstAt: string | null
  reason: string | null
}

const TEXTS: FileColumn<Row, SheetCell>[] = [
  ['Number', ({ number }) => number],
  ['Date (IST)', ({ day }) => ({ day })],
  ['Order', ({ orderId }) => orderId],
  ['Buyer', ({ buyer }) => buyer],
  ['GSTIN', ({ gstin }) => gstin],
  ['Place of supply', ({ state }) => state && stateWithCode(state)],
  ['Payment method', ({ payment }) => payment],
]
const NOTE_TEXTS: FileColumn<Row, SheetCell>[] = [
  ['Against invoice', ({ against }) => against],
  ['Invoice date (IST)', ({ againstAt }) => againstAt && { day: dayOf(new Date(againstAt)) }],
  ['Reason', ({ reason }) => reason],
]
const GOODS: FileColumn<Row, SheetCell>[] = [
  ['HSN codes', ({ hsn }) => hsn],
  ['Units', ({ units }) => units],
  ['UQC', () => UQC],
  ['Rate', ({ rate }) => (rate === null ? null : percentText(rate))],
]

const TAXES: FileColumn<TaxSums, Money>[] = [
  ['Taxable value', ({ taxable }) => taxable],
  ['CGST', ({ cgst }) => cgst],
  ['SGST', ({ sgst }) => sgst],
  ['IGST', ({ igst }) => igst],
]
const AMOUNTS: FileColumn<Amounts, Money>[] = [
  ...TAXES,
  ['Round-off', ({ roundOff }) => roundOff],
  ['Total', ({ total }) => total],
]

/** Yields headings, a row per document and rate, and the sums. */
export async function* exportRegister(db: Db, kind: DocumentKind, range: Range, pageSize = PAGE_SIZE) {
  const columns = [...TEXTS, ...(kind === 'credit-note' ? NOTE_TEXTS : []), ...GOODS]
  yield [[...headingsOf(columns), ...headingsOf(AMOUNTS)]]
  const sums = AMOUNTS.map(() => NO_MONEY)
  for await (const page of documentPages(db, kind, range, pageSize)) {
    yield page.map((row) => {
      const amounts = cellsOf(AMOUNTS, row)
      for (const [at, amount] of amounts.entries()) sums[at] = add(sums[at] ?? NO_MONEY, amount)
      return [...cellsOf(columns, row), ...amounts.map((money) => ({ money }))]
    })
  }
  const empty = columns.slice(1).map(() => null)
  yield [['Sum', ...empty, ...sums.map((money) => ({ money }))]]
}

async function* documentPages(db: Db, kind: DocumentKind, { from, to }: Range, pageSize: number) {
  const table = sql.table(kind === 'invoice' ? 'invoices' : 'credit_notes')
  let after: Pick<Row, 'issuedAt' | 'number'> | null = null
  while (true) {
    const place: Pick<Row, 'issuedAt' | 'number'> = after ?? { issuedAt: startOf(from), number: '' }
    const { rows }: { rows: Row[] } = await sql<Row>`
      with page as (
        select id, number, issued_at, order_id, content from ${table}
        where issued_at < ${startOf(addDays(to, 1))} and (issued_at, number) > (${place.issuedAt}, ${place.number})
        order by issued_at, number limit ${pageSize}
      ), by_rate as (
        select document_id, rate, string_agg(hsn, '; ' order by hsn) filter (where hsn <> '') as hsn,
          sum(units)::int as units, sum(taxable)::bigint as taxable, sum(cgst)::bigint as cgst, sum(sgst)::bigint as sgst,
          sum(igst)::bigint as igst, row_number() over (partition by document_id order by rate) = 1 as is_first
        from register_lines where document_id in (select id from page) group by document_id, rate
      )
      select number, issued_at, to_char(issued_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, order_id,
        content #>> '{buyer,name}' as buyer, content #>> '{buyer,gstin}' as gstin,
        content #>> '{buyer,state}' as state, content ->> 'payment' as payment,
        content #>> '{against,number}' as against, content #>> '{against,issuedAt}' as against_at,
        content ->> 'reason' as reason, hsn, rate, coalesce(units, 0) as units,
        coalesce(taxable, 0) as taxable, coalesce(cgst, 0) as cgst, coalesce(sgst, 0) as sgst,
        coalesce(igst, 0) as igst, round_off, coalesce(taxable + cgst + sgst + igst, 0) + round_off as total
      from page left join by_rate on document_id = page.id cross join lateral (
        select case when coalesce(is_first, true) then (content ->> 'roundOff')::bigint else 0 end as round_off
      ) as rounded
      order by issued_at, number, rate`.execute(db)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1) ?? null
  }
}

/** `invoiceTotal`: the total of the invoice that a credit note credits. */
export type StoredDocument = { content: InvoiceDocument; invoiceTotal: Money | null }

/** Yields invoices first, each kind in order of issue. */
export async function* documentsOf(db: Db, { from, to }: Range): AsyncGenerator<StoredDocument> {
  for (const kind of DOCUMENT_KINDS) {
    const total = sql`(select (content ->> 'total')::bigint from invoices where id = document.invoice_id)`
    const [table, invoiceTotal] =
      kind === 'invoice' ? [sql.table('invoices'), sql`null::bigint`] : [sql.table('credit_notes'), total]
    let after = { issuedAt: startOf(from), number: '' }
    while (true) {
      const { rows } = await sql<StoredDocument & { issuedAt: Date; number: string }>`
        select issued_at, number, content, ${invoiceTotal} as invoice_total from ${table} as document
        where issued_at < ${startOf(addDays(to, 1))} and (issued_at, number) > (${after.issuedAt}, ${after.number})
        order by issued_at, number limit ${PAGE_SIZE}`.execute(db)
      for (const { content, invoiceTotal: whole } of rows) yield { content, invoiceTotal: whole }
      const last = rows.at(-1)
      if (!last || rows.length < PAGE_SIZE) break
      after = last
    }
  }
}

async function hsnCodes(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('products')
    .select(['name', 'hsnCode'])
    .where('hsnCode', '<>', '')
    .execute()
  return new Map(rows.map(({ name, hsnCode }) => [name, hsnCode]))
}

/** Returns the GSTR-1 of a period. `problems`: why the portal would refuse it. `gstin`: the seller's. */
export async function gstr1Of(db: Db, period: Range, gstin: string | null) {
  const builder = new Gstr1Builder({ gstin: gstin ?? '', month: period.to, hsnOf: await hsnCodes(db) })
  for await (const { content, invoiceTotal } of documentsOf(db, period)) builder.add(content, invoiceTotal)
  const json = builder.result()
  const problems = [
    ...(gstin ? [] : ['Please ask an owner to enter the seller’s GSTIN in Settings']),
    ...builder.problems,
  ]
  return { problems, json }
}

/** Sums invoices less credit notes, by rate, HSN code, state and kind of buyer. */
export async function* exportSummary(db: Db, range: Range): AsyncGenerator<SheetCell[][]> {
  const { byRate, byHsn, byState, byParty }: Accounts = await readAccounts(db, range)
  const party = (isBusiness: boolean) => (isBusiness ? 'B2B' : 'B2C')
  yield [['Summary', 'Group', 'Rate', 'Buyers', `Units (${UQC})`, ...headingsOf(TAXES)]]
  const groups: [name: string, rows: readonly TaxSums[], cells: SheetCell[][]][] = [
    ['By rate', byRate, byRate.map(({ rate }) => [percentText(rate), percentText(rate), null, null])],
    [
      'By HSN code',
      byHsn,
      byHsn.map(({ hsn, rate, isBusiness, units }) => [hsn, percentText(rate), party(isBusiness), units]),
    ],
    ['By state', byState, byState.map(({ state }) => [stateWithCode(state), null, null, null])],
    [
      'By kind of buyer',
      byParty,
      byParty.map(({ isBusiness }) => [party(isBusiness), null, party(isBusiness), null]),
    ],
  ]
  for (const [name, rows, labels] of groups) {
    yield rows.map((row, at) => [name, ...(labels[at] ?? []), ...cells(row)])
    yield [[name, 'Sum', null, null, null, ...cells(sumOf(rows))]]
  }
}

function sumOf(rows: readonly TaxSums[]): TaxSums {
  const sum = (name: keyof TaxSums) => add(NO_MONEY, ...rows.map((row) => row[name]))
  return { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') }
}

function cells(row: TaxSums): SheetCell[] {
  return cellsOf(TAXES, row).map((money) => ({ money }))
}
