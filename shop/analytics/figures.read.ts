/** Customers, spends, stock and visits, from the rollups. The caller has checked that the actor is an admin. */

import { sql } from 'kysely'
import type { CustomerFigures, StockAlert } from '#shop/analytics/analytics.ts'
import { type DaysBefore, type Span, withoutLastDay } from '#shop/analytics/period.ts'
import { placedUntil } from '#shop/analytics/placed-orders.sql.ts'
import { hasMarks } from '#shop/analytics/rollup-marks.sql.ts'
import { within } from '#shop/analytics/sales.read.ts'
import type { RecordedSpend, SpendChannel, SpendKey } from '#shop/analytics/spend.ts'
import type { LandingPage, PageViewCount, PageViewSums } from '#shop/analytics/visit.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, monthOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'
import type { Source } from '#shop/orders/visit-source.ts'

/** Customers who bought in the span, by its end the repeating ones among them, and those whose first sale is in it. */
export async function customerFigures(db: Db, { from, to }: Span): Promise<CustomerFigures> {
  const { rows } = await sql<CustomerFigures>`
    select bought.*, (select coalesce(sum(first_sales), 0)::int from customer_days
      where day between ${from}::date and ${to}::date) as newcomers
    from (
      select coalesce(sum(customers), 0)::int as customers, coalesce(sum(repeating), 0)::int as repeating
      from customer_gaps where day between ${from}::date and ${to}::date and next_day > ${to}::date
    ) as bought`.execute(db)
  return rows[0] ?? { customers: 0, repeating: 0, newcomers: 0 }
}

/** The same of the days that a period is compared with. */
export async function customersBefore(db: Db, { previous, until }: DaysBefore): Promise<CustomerFigures> {
  if (!until) return customerFigures(db, previous)
  const whole = withoutLastDay(previous)
  const before = whole ? await customerFigures(db, whole) : { customers: 0, repeating: 0, newcomers: 0 }
  // Who bought in the part of the last day, beside their sales before that day.
  const { rows } = await sql<CustomerFigures>`
    with ${placedUntil(previous.to, until)}, bought as (
      select user_id, count(*) as sales from placed where revenue is not null group by user_id
    ), known as (
      select bought.sales, last.day >= ${previous.from}::date as is_counted, coalesce(last.sales_so_far, 0) as earlier
      from bought left join lateral (
        select day, sales_so_far from customer_sale_days as own
        where own.user_id = bought.user_id and own.day < ${previous.to}::date order by day desc limit 1
      ) as last on true
    )
    select count(*) filter (where is_counted is not true)::int as customers,
      count(*) filter (where earlier + sales >= 2 and not (is_counted is true and earlier >= 2))::int as repeating,
      count(*) filter (where earlier = 0)::int as newcomers
    from known`.execute(db)
  const [part] = rows
  return {
    customers: before.customers + (part?.customers ?? 0),
    repeating: before.repeating + (part?.repeating ?? 0),
    newcomers: before.newcomers + (part?.newcomers ?? 0),
  }
}

/** The number of customers with a sale (see shop/revenue.read.ts). */
export async function countCustomersOfAllTime(db: Db): Promise<number> {
  const row = await db
    .selectFrom('customerDays')
    .select(({ fn }) => fn.sum<number | null>('firstSales').as('customers'))
    .executeTakeFirst()
  return Number(row?.customers ?? 0)
}

/** The recorded spends of all months that the span touches. */
export async function spendsOf(db: Db, { from, to }: Span): Promise<RecordedSpend[]> {
  const rows = await db
    .selectFrom('marketingSpend')
    .select([sql<Day>`month::text`.as('month'), 'channel', 'amount', 'updatedAt'])
    .where(sql<boolean>`month between ${monthOf(from)}::date and ${to}::date`)
    .orderBy('month', 'desc')
    .orderBy('channel')
    .execute()
  return rows.map((row) => ({ ...row, channel: row.channel as SpendChannel, amount: paise(row.amount) }))
}

/** The recorded spend of the month and channel; null when there is none. */
export async function findSpend(db: Db, { month, channel }: SpendKey): Promise<RecordedSpend | null> {
  const inMonth = await spendsOf(db, { from: month, to: month })
  return inMonth.find((spend) => spend.channel === channel) ?? null
}

/**
 * Products on sale with low stock, excluding sold-out ones, lowest first. The caller has checked that the actor is an
 * admin.
 */
export async function stockAlerts(db: Db): Promise<StockAlert[]> {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'stockQuantity'])
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .where('stockQuantity', '>', 0)
    .where('stockQuantity', '<', LOW_STOCK_ALERT)
    .orderBy('stockQuantity')
    .orderBy('name')
    .execute()
}

/** When the rollups were last updated; null before the first time. */
export async function lastRollup(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('rollupState').select('countedAt').executeTakeFirst()
  return row?.countedAt ?? null
}

/** True while orders exist but none is counted, so that a displayed 0 would be wrong. */
export async function isFirstRollup(db: Db): Promise<boolean> {
  return (await lastRollup(db)) === null && (await hasMarks(db))
}

/**
 * Visits of a span by source and by landing page, highest counts first. The caller has checked that the actor is an
 * admin.
 */
export async function pageViewSums(db: Db, span: Span): Promise<PageViewSums> {
  const { rows } = await sql<{ source: Source; landing: LandingPage; visits: number }>`
    select source, landing, sum(visits)::int as visits from daily_visits where ${within(span)}
    group by source, landing`.execute(db)
  const sources = sumBy(rows, ({ source }) => source)
  const landings = sumBy(rows, ({ landing }) => landing)
  return {
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
    sources: sources.map(([source, visits]) => ({ source, visits })),
    landings: landings.map(([landing, visits]) => ({ landing, visits })),
  }
}

export type VisitFilter = { source: Source | null; landing: LandingPage | null }

/** The stored counts of a span, the latest day first, with their number and the sum of all pages; `limit` null for all. */
export async function listVisits(
  db: Db,
  span: Span,
  { source, landing }: VisitFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<{ rows: PageViewCount[]; count: number; visits: number }> {
  const counted = sql`select day, landing, source, visits from daily_visits where ${within(span)}
    and ${source ? sql`source = ${source}` : sql`true`} and ${landing ? sql`landing = ${landing}` : sql`true`}`
  const [sums, page] = await Promise.all([
    sql<{
      count: number
      visits: number
    }>`select count(*)::int as count, coalesce(sum(visits), 0)::int as visits
      from (${counted}) as counted`.execute(db),
    sql<PageViewCount>`select day::text, landing, source, visits from (${counted}) as counted
      order by counted.day desc, source, landing limit ${limit} offset ${offset}`.execute(db),
  ])
  return { rows: page.rows, ...(sums.rows[0] ?? { count: 0, visits: 0 }) }
}

function sumBy<Row extends { visits: number }, Key extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): [Key, number][] {
  const sums = new Map<Key, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.visits)
  return [...sums].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
}
