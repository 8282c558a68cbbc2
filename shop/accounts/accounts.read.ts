/** Figures of a period and the documents behind them. The caller has checked that the actor is an admin. */
import { type RawBuilder, sql } from 'kysely'
import type {
  Accounts,
  DocumentFilter,
  DocumentKind,
  DocumentSums,
  HsnRow,
  MoneyRow,
  RegisterRow,
  TaxSums,
} from '#shop/accounts/accounts.ts'
import type { AccountPeriod } from '#shop/accounts/period.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'
import { PAYMENT_SOURCE } from '#shop/payments/payments.read.ts'

type Range = Pick<AccountPeriod, 'from' | 'to'>

export async function readAccounts(db: Db, range: Range): Promise<Accounts> {
  const [documents, groups, received, refunded] = await Promise.all([
    documentSums(db, range),
    groupedSums(db, range),
    moneyReceived(db, range),
    moneyRefunded(db, range),
  ])
  return {
    invoices: documents.get('invoice') ?? NO_DOCUMENTS,
    creditNotes: documents.get('credit-note') ?? NO_DOCUMENTS,
    ...groups,
    ...{ received, refunded },
  }
}

const NO_TAXES: TaxSums = { taxable: NO_MONEY, cgst: NO_MONEY, sgst: NO_MONEY, igst: NO_MONEY }
const NO_DOCUMENTS: DocumentSums = { ...NO_TAXES, ...{ documents: 0, roundOff: NO_MONEY, total: NO_MONEY } }

async function documentSums(db: Db, { from, to }: Range): Promise<Map<DocumentKind, DocumentSums>> {
  const { rows } = await sql<DocumentSums & { kind: DocumentKind }>`
    with days as (
      select kind, sum(documents)::int as documents, sum(round_off)::bigint as round_off, sum(total)::bigint as total
      from register_days where day between ${from}::date and ${to}::date group by kind
    ), lines as (
      select kind, sum(taxable)::bigint as taxable, sum(cgst)::bigint as cgst, sum(sgst)::bigint as sgst,
        sum(igst)::bigint as igst
      from register_sums where day between ${from}::date and ${to}::date group by kind
    )
    select * from days join lines using (kind)`.execute(db)
  return new Map(rows.map(({ kind, ...sums }) => [kind, sums]))
}

/** Reads all groupings in one query; `grouping` tells the grouping set of a row. */
async function groupedSums(db: Db, { from, to }: Range) {
  const { rows } = await sql<HsnRow & { state: string; grouping: number }>`
    select hsn, rate, state, is_business, sum(sign * units)::int as units, sum(sign * taxable)::bigint as taxable,
      sum(sign * cgst)::bigint as cgst, sum(sign * sgst)::bigint as sgst, sum(sign * igst)::bigint as igst,
      grouping(hsn, rate, state, is_business) as grouping
    from (
      select *, case kind when 'invoice' then 1 else -1 end as sign from register_sums
      where day between ${from}::date and ${to}::date
    ) as signed
    group by grouping sets ((rate), (hsn, rate, is_business), (state), (is_business))
    order by hsn, rate, state, is_business`.execute(db)
  const rowsOf = (grouping: number) => rows.filter((row) => row.grouping === grouping)
  return { byRate: rowsOf(0b1011), byHsn: rowsOf(0b0010), byState: rowsOf(0b1101), byParty: rowsOf(0b1110) }
}

/** Sums payments by source, by the time of capture. */
export async function moneyReceived(db: Db, { from, to }: Range): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select ${PAYMENT_SOURCE} as provider, count(*)::int as count, sum(amount)::bigint as amount
    from payments left join settlements on settlements.id = settlement_id
    where captured_at >= ${startOf(from)} and captured_at < ${startOf(addDays(to, 1))}
    group by 1 order by 1`.execute(db)
  return rows
}

/** Sums paid refunds by provider, by the time of payment. */
export async function moneyRefunded(db: Db, { from, to }: Range): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select payments.provider, count(*)::int as count, sum(refunds.amount)::bigint as amount
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.status = 'done' and refunds.updated_at >= ${startOf(from)}
      and refunds.updated_at < ${startOf(addDays(to, 1))}
    group by payments.provider order by payments.provider`.execute(db)
  return rows
}

export type RegisterPlace = { day: Day; number: string }

/** Lists register rows by day and number, starting after the row `after`. */
export async function listRegister(
  db: Db,
  filter: DocumentFilter,
  { after = null, limit }: { after?: RegisterPlace | null; limit: number },
): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    with listed as (
      select document_id, kind, day, number, state, sum(taxable)::bigint as taxable, sum(cgst)::bigint as cgst,
        sum(sgst)::bigint as sgst, sum(igst)::bigint as igst
      from register_lines where ${filterCondition(filter, after)}
      group by day, number, document_id, kind, state order by day, number limit ${limit}
    )
    select listed.document_id, listed.kind, listed.number, to_char(listed.day, 'YYYY-MM-DD') as day, listed.state,
      taxable, cgst, sgst, igst, document.order_id, document.content #>> '{buyer,name}' as buyer,
      document.content #>> '{buyer,gstin}' as gstin, (document.content ->> 'roundOff')::bigint as round_off,
      (document.content ->> 'total')::bigint as total
    from listed join lateral (
      select order_id, content from invoices where id = listed.document_id and listed.kind = 'invoice'
      union all
      select order_id, content from credit_notes where id = listed.document_id and listed.kind = 'credit-note'
    ) as document on true
    order by listed.day, listed.number`.execute(db)
  return rows
}

/** Sums the matching lines: invoices less credit notes, or documents of one kind. */
export async function sumRegister(db: Db, filter: DocumentFilter): Promise<TaxSums> {
  const sign = filter.kind ? sql`1` : sql`case kind when 'invoice' then 1 else -1 end`
  const { rows } = await sql<TaxSums>`
    select coalesce(sum(${sign} * taxable), 0)::bigint as taxable, coalesce(sum(${sign} * cgst), 0)::bigint as cgst,
      coalesce(sum(${sign} * sgst), 0)::bigint as sgst, coalesce(sum(${sign} * igst), 0)::bigint as igst
    from register_sums where ${filterCondition(filter, null)}`.execute(db)
  return rows[0] ?? NO_TAXES
}

function filterCondition(filter: DocumentFilter, after: RegisterPlace | null): RawBuilder<unknown> {
  const { from, to, kind, rate, hsn, state, isBusiness } = filter
  const conditions = [sql`day between ${from}::date and ${to}::date`]
  if (kind) conditions.push(sql`kind = ${kind}`)
  if (rate !== undefined) conditions.push(sql`rate = ${rate}`)
  if (hsn !== undefined) conditions.push(sql`hsn = ${hsn}`)
  if (state !== undefined) conditions.push(sql`state = ${state}`)
  if (isBusiness !== undefined) conditions.push(sql`is_business = ${isBusiness}`)
  if (after) conditions.push(sql`(day, number) > (${after.day}::date, ${after.number})`)
  return sql.join(conditions, sql` and `)
}

export async function firstDocumentDay(db: Db): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as day from register_days`.execute(db)
  return rows[0]?.day ?? null
}

/** Returns when a month was closed, or null. `month`: its first day. */
export async function findClosingTime(db: Db, month: Day): Promise<Date | null> {
  const { rows } = await sql<{ closedAt: Date }>`
    select closed_at from closed_months where month = ${month}::date`.execute(db)
  return rows[0]?.closedAt ?? null
}
