import { type RawBuilder, sql } from 'kysely'
import { DAY_COUNTS, partOfDay } from '#shop/analytics/day-counts.sql.ts'
import type { Sums } from '#shop/analytics/figures.ts'
import { type Slice, type Span, wholeDays, wholeMonths, withoutLastDay } from '#shop/analytics/period.ts'
import { placedUntil } from '#shop/analytics/placed-orders.sql.ts'
import { hasMarks } from '#shop/analytics/rollups.sql.ts'
import { type DaySales, NO_SALES, type SalesFigures } from '#shop/analytics/sales.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, daysFrom } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'

export type Rollup = keyof typeof DAY_COUNTS | 'daily_visits'

/** Compares dates, independent of the session's time zone. */
function isInSpan({ from, to }: Span) {
  return sql<boolean>`day between ${from}::date and ${to}::date`
}

/** Returns a rollup's rows as a subquery. Without `eachDay`, `daily_places` has one row for each whole month. */
export function rowsOf(table: Rollup, { span, until }: Slice, eachDay = false): RawBuilder<unknown> {
  const columns = table === 'daily_visits' ? sql`day, landing, source, visits` : DAY_COUNTS[table].columns
  const whole = until ? withoutLastDay(span) : span
  const months = whole && table === 'daily_places' && !eachDay ? wholeMonths(whole) : null
  const isOutside = months ? sql`not (day >= ${months.first}::date and day < ${months.end}::date)` : sql`true`
  const selects = [
    whole && sql`select ${columns} from ${sql.table(table)} where ${isInSpan(whole)} and ${isOutside}`,
    months &&
      sql`select month, state, city, sales, units, revenue from monthly_places
        where month >= ${months.first}::date and month < ${months.end}::date`,
    until && table !== 'daily_visits' && sql`select * from ${partOfDay(table, span.to, until)}`,
  ]
  return sql`(${sql.join(selects.filter(Boolean), sql` union all `)})`
}

async function sumOf<Counts>(db: Db, table: Rollup, names: readonly (keyof Counts & string)[], slice: Slice) {
  const sums = names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
  const { rows } = await sql<Counts>`
    select ${sql.join(sums)} from ${rowsOf(table, slice)} as counted`.execute(db)
  // An aggregate of no rows is one row, too.
  return rows[0] as Counts
}

const SALES = Object.keys(NO_SALES) as (keyof SalesFigures)[]

export function salesOf(db: Db, slice: Slice): Promise<SalesFigures> {
  return sumOf<SalesFigures>(db, 'daily_sales', SALES, slice)
}

export async function visitsOf(db: Db, span: Span): Promise<number> {
  return (await sumOf<{ visits: number }>(db, 'daily_visits', ['visits'], wholeDays(span))).visits
}

/** Visits are counted by whole days. */
export async function sumsOf(db: Db, slice: Slice): Promise<Sums> {
  const [sales, customers, visits] = await Promise.all([
    salesOf(db, slice),
    customersOf(db, slice),
    visitsOf(db, slice.span),
  ])
  return { ...sales, ...customers, visits }
}

type Customers = Pick<Sums, 'customers' | 'repeating' | 'newcomers'>

async function customersOf(db: Db, { span, until }: Slice): Promise<Customers> {
  const none = { customers: 0, repeating: 0, newcomers: 0 }
  const whole = until ? withoutLastDay(span) : span
  const ofDays = whole ? await customersOfDays(db, whole) : none
  if (!until) return ofDays
  // Customers who bought in the counted part of the last day. Those in `ofDays` are not counted again.
  const { rows } = await sql<Customers>`
    with ${placedUntil(span.to, until)}, bought as (
      select user_id, count(*) as sales from placed where revenue is not null group by user_id
    ), history as (
      select bought.sales, last.day >= ${span.from}::date as already_counted, coalesce(last.sales_so_far, 0) as earlier
      from bought left join lateral (
        select day, sales_so_far from customer_sale_days as own
        where own.user_id = bought.user_id and own.day < ${span.to}::date order by day desc limit 1
      ) as last on true
    )
    select count(*) filter (where already_counted is not true)::int as customers,
      count(*) filter (where earlier + sales >= 2 and not (already_counted is true and earlier >= 2))::int as repeating,
      count(*) filter (where earlier = 0)::int as newcomers
    from history`.execute(db)
  const part = rows[0] ?? none
  return {
    customers: ofDays.customers + part.customers,
    repeating: ofDays.repeating + part.repeating,
    newcomers: ofDays.newcomers + part.newcomers,
  }
}

async function customersOfDays(db: Db, { from, to }: Span): Promise<Customers> {
  const { rows } = await sql<Customers>`
    select coalesce(sum(customers), 0)::int as customers, coalesce(sum(repeating), 0)::int as repeating,
      (select coalesce(sum(first_sales), 0)::int from customer_days
        where day between ${from}::date and ${to}::date) as newcomers
    from customer_gaps where day between ${from}::date and ${to}::date and next_day > ${to}::date`.execute(db)
  return rows[0] ?? { customers: 0, repeating: 0, newcomers: 0 }
}

/** Returns the sales of each day, also of days without orders. */
export async function salesByDay(db: Db, span: Span): Promise<DaySales[]> {
  const { rows } = await sql<DaySales>`
    select day::text, ${sql.join(SALES.map((name) => sql.ref(name)))} from daily_sales where ${isInSpan(span)}`.execute(
    db,
  )
  const ofDay = new Map(rows.map((row) => [row.day, row]))
  return daysFrom(span.from, span.to).map((day) => ofDay.get(day) ?? { ...NO_SALES, day })
}

export async function salesOfAllTime(db: Db) {
  const { rows } = await sql<{ orders: number; revenue: Money; customers: number; firstDay: Day | null }>`
    select coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::bigint as revenue,
      min(day)::text as first_day, (select coalesce(sum(first_sales), 0)::int from customer_days) as customers
    from daily_sales`.execute(db)
  return rows[0] ?? { orders: 0, revenue: NO_MONEY, customers: 0, firstDay: null }
}

/** `isCounting`: orders wait for the first count, so a displayed 0 would be wrong. */
export async function rollupState(db: Db): Promise<{ countedAt: Date | null; isCounting: boolean }> {
  const row = await db.selectFrom('rollupState').select('countedAt').executeTakeFirst()
  const countedAt = row?.countedAt ?? null
  return { countedAt, isCounting: countedAt === null && (await hasMarks(db)) }
}
