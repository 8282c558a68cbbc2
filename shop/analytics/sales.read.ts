/** Sales by day, product and place, from the rollups. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import { partOfDay } from '#shop/analytics/day-counts.sql.ts'
import { type DaysBefore, type Span, wholeMonths, withoutLastDay } from '#shop/analytics/period.ts'
import {
  type CarrierSales,
  type DaySales,
  NO_SALES,
  type PairSales,
  type PickSales,
  type ProductSales,
  type SalesFigures,
  sumOfSales,
} from '#shop/analytics/sales.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, daysFrom } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'

/** The condition that `day` is in a span. Compared as dates, independent of the session's time zone. */
export function within({ from, to }: Span) {
  return sql<boolean>`day between ${from}::date and ${to}::date`
}

/** The two kinds of rows that make up a span: whole months, and the days before and after them. */
export function parts(span: Span) {
  const { first, end } = wholeMonths(span)
  return {
    days: sql<boolean>`${within(span)} and not (day >= ${first}::date and day < ${end}::date)`,
    months: sql<boolean>`month >= ${first}::date and month < ${end}::date`,
  }
}

/** Every day of the span, including days without orders. */
export async function salesByDay(db: Db, span: Span): Promise<DaySales[]> {
  const rows = await db
    .selectFrom('dailySales')
    .select(sql<Day>`day::text`.as('day'))
    .select(['orders', 'cancelled', 'sales', 'revenue', 'hydrationRevenue', 'couponOrders'])
    .select(['delivered', 'deliverySeconds'])
    .where(within(span))
    .execute()
  const known = new Map(
    rows.map((row) => [
      row.day,
      { ...row, revenue: paise(row.revenue), hydrationRevenue: paise(row.hydrationRevenue) },
    ]),
  )
  return daysFrom(span.from, span.to).map((day) => known.get(day) ?? { day, ...NO_SALES })
}

/** The sums of the days that a period is compared with. */
export async function salesBefore(db: Db, { previous, until }: DaysBefore): Promise<SalesFigures> {
  const whole = until ? withoutLastDay(previous) : previous
  const days = whole ? await salesByDay(db, whole) : []
  if (!until) return sumOfSales(days)
  const { rows } = await sql<SalesFigures>`select orders::int, cancelled::int, sales::int, revenue::bigint,
      hydration_revenue::bigint, coupon_orders::int, delivered::int, delivery_seconds::bigint
    from ${partOfDay('daily_sales', previous.to, until)} as part`.execute(db)
  return sumOfSales([...days, ...rows])
}

/** The units that were sold on these days and did not come back. */
export async function unitsBefore(db: Db, { previous, until }: DaysBefore): Promise<number> {
  const whole = until ? withoutLastDay(previous) : previous
  const days = whole ? sql`select units from daily_offers where ${within(whole)}` : null
  const part = until ? sql`select units from ${partOfDay('daily_offers', previous.to, until)} as part` : null
  const { rows } = await sql<{ units: number }>`select coalesce(sum(units), 0)::int as units
    from (${sql.join(
      [days, part].filter((one) => one !== null),
      sql` union all `,
    )}) as counted`.execute(db)
  return rows[0]?.units ?? 0
}

/** The day of the first order; null without orders. */
export async function firstOrderDay(db: Db): Promise<Day | null> {
  const row = await db
    .selectFrom('dailySales')
    .select(sql<Day | null>`min(day)::text`.as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}

/** The orders and revenue of all time. */
export async function salesOfAllTime(db: Db) {
  const row = await db
    .selectFrom('dailySales')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('orders'), sql<number>`0`).as('orders'),
      fn.coalesce(fn.sum<string>('revenue'), sql<string>`0`).as('revenue'),
    ])
    .executeTakeFirstOrThrow()
  return { orders: Number(row.orders), revenue: paise(Number(row.revenue)) }
}

/** All products with a sale or a return in the span, highest value first. */
export async function salesByProduct(db: Db, span: Span): Promise<ProductSales[]> {
  const { rows } = await sql<ProductSales>`
    select product_id, coalesce(products.name, 'Unknown Product') as name, products.category_id,
      coalesce(categories.name, 'Uncategorized') as category,
      sum(units)::int as units, sum(value)::bigint as value, sum(delivered_units)::int as delivered_units,
      sum(returned_units)::int as returned_units
    from daily_products left join products on products.id = product_id
    left join categories on categories.id = products.category_id
    where ${within(span)} group by product_id, products.name, products.category_id, categories.name
    order by value desc, name`.execute(db)
  return rows.map((row) => ({ ...row, value: paise(row.value) }))
}

/** Parcels shipped and delivered by carrier, most first. */
export async function salesByCarrier(db: Db, span: Span): Promise<CarrierSales[]> {
  const { rows } = await sql<CarrierSales>`
    select carrier, sum(shipped)::int as shipped, sum(delivered)::int as delivered,
      sum(transit_seconds)::bigint as transit_seconds
    from daily_carriers where ${within(span)} group by carrier order by shipped desc, carrier`.execute(db)
  return rows
}

/** How often each tastemaker was picked for a mix, most first. */
export async function tastemakerPicks(db: Db, span: Span): Promise<PickSales[]> {
  const { rows } = await sql<PickSales>`
    select products.id, products.name, sum(picks)::int as picks from daily_picks
    join products on products.id = product_id
    where ${within(span)} group by products.id order by picks desc, products.name`.execute(db)
  return rows
}

/** The tastemakers most often used in the same mix; `limit` null for all pairs. */
export async function tastemakerPairs(db: Db, span: Span, limit: number | null): Promise<PairSales[]> {
  const { days, months } = parts(span)
  const { rows } = await sql<PairSales>`
    with best as (
      select one_id, other_id, sum(mixes)::int as mixes from (
        select one_id, other_id, mixes from daily_pairs where ${days}
        union all select one_id, other_id, mixes from monthly_pairs where ${months}
      ) as mixed group by one_id, other_id order by mixes desc, one_id, other_id limit ${limit}
    )
    select one_id, other_id, one.name as one, other.name as other, mixes from best
    join products as one on one.id = one_id join products as other on other.id = other_id
    order by mixes desc, one.name, other.name`.execute(db)
  return rows
}
