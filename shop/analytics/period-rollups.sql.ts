/**
 * Rollups per day of the orders placed on it. Counting replaces a day's rows, so that repeating it is safe and a late
 * cancellation only needs a recount.
 */

import { type RawBuilder, sql } from 'kysely'
import { consecutiveSpans, type Span } from '#shop/analytics/period.ts'
import {
  LINES,
  OFFER_CODE,
  OFFER_KIND,
  ORDER_SOURCE,
  PLACE,
  placedIn,
  UNITS,
} from '#shop/analytics/placed-orders.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { addMonths, type Day, monthOf } from '#shop/kernel/day.ts'
import { WITH_CODE } from '#shop/orders/listing.read.ts'

const TABLES = [
  'dailySales',
  'dailyProducts',
  'dailyCategories',
  'dailyPlaces',
  'dailyOffers',
  'dailySources',
  'dailyCarriers',
  'dailyPicks',
  'dailyPairs',
] as const

/**
 * Recounts these days, one query per run of consecutive days: constant bounds let the planner use an index. The caller
 * holds the lock (see lockRollups).
 */
export async function rollUpDays(db: Db, days: readonly Day[]): Promise<void> {
  for (const run of consecutiveSpans(days)) await countRun(db, run)
}

async function countRun(db: Db, run: Span): Promise<void> {
  const isInRun = sql<boolean>`day between ${run.from}::date and ${run.to}::date`
  for (const table of TABLES) await db.deleteFrom(table).where(isInRun).execute()
  const orders = placedIn(run)
  await countSales(db, orders)
  await countProducts(db, orders)
  await countCategories(db, orders)
  await countPlaces(db, orders)
  await countOffers(db, orders)
  await countSources(db, orders)
  await countCarriers(db, orders)
  await countPicks(db, orders)
  await countPairs(db, orders)
}

/** When an order last got a status. */
function reached(status: string): RawBuilder<unknown> {
  return sql`(select max(event.created_at) from order_events as event
    where event.order_id = placed.id and event.to_status = ${status} and event.kind = 'status')`
}

async function countSales(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, ${LINES}, hydration as (
      select line.order_id, sum(line.total_price) as value, sum(line.paid_back) as paid_back
      from line join products on products.id = line.product_id
      join categories on categories.id = products.category_id
      where categories.slug = 'hydration' group by line.order_id
    ), counted as (
      select placed.*, case when subtotal = 0 or hydration.value is null then 0
          else greatest(0, least(revenue, round(total * hydration.value / subtotal) - hydration.paid_back))
        end as hydration_part,
        case when status = 'delivered'
          then floor(extract(epoch from ${reached('delivered')} - placed.created_at)) end as seconds
      from placed left join hydration on hydration.order_id = placed.id
    )
    insert into daily_sales (day, orders, cancelled, sales, revenue, hydration_revenue, coupon_orders, delivered,
      delivery_seconds)
    select day, count(*), count(*) filter (where status = 'cancelled'), count(revenue),
      coalesce(sum(revenue), 0), coalesce(sum(hydration_part) filter (where revenue is not null), 0),
      count(*) filter (where ${WITH_CODE}), count(seconds), coalesce(sum(seconds), 0)
    from counted group by day`.execute(db)
}

async function countProducts(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, ${LINES}
    insert into daily_products (day, product_id, orders, units, value, delivered_units, returned_units)
    select day, product_id, count(distinct order_id) filter (where revenue is not null), coalesce(sum(quantity - units_back) filter (where revenue is not null), 0),
      coalesce(sum(total_price - value_back) filter (where revenue is not null), 0),
      coalesce(sum(quantity) filter (where status = 'delivered'), 0),
      coalesce(sum(units_back) filter (where status = 'delivered'), 0)
    from line where revenue is not null or status = 'delivered' group by day, product_id`.execute(db)
}

async function countCategories(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, ${LINES}
    insert into daily_categories (day, category_id, orders, units, value)
    select day, products.category_id, count(distinct order_id), sum(quantity - units_back),
      sum(total_price - value_back)
    from line left join products on products.id = line.product_id
    where revenue is not null group by day, products.category_id`.execute(db)
}

async function countPlaces(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, ${LINES}, ${UNITS}
    insert into daily_places (day, state, city, sales, units, revenue)
    select day, ${PLACE.state}, ${PLACE.city}, count(*), coalesce(sum(units), 0), sum(revenue)
    from placed join shipping_addresses as address on address.id = placed.shipping_address_id
    left join unit on unit.order_id = placed.id
    where revenue is not null group by 1, 2, 3`.execute(db)
}

async function countOffers(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, ${LINES}, ${UNITS}
    insert into daily_offers (day, kind, code, sales, units, revenue)
    select day, ${OFFER_KIND}, ${OFFER_CODE}, count(*), coalesce(sum(units), 0), sum(revenue)
    from placed as orders left join unit on unit.order_id = orders.id
    where revenue is not null group by 1, 2, 3`.execute(db)
}

async function countSources(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, ${LINES}, ${UNITS}
    insert into daily_sources (day, source, sales, units, revenue)
    select day, ${ORDER_SOURCE}, count(*), coalesce(sum(units), 0), sum(revenue)
    from placed as orders left join unit on unit.order_id = orders.id
    where revenue is not null group by 1, 2`.execute(db)
}

async function countCarriers(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, sent as (
      select day, btrim(carrier) as carrier, status,
        case when status = 'delivered'
          then floor(extract(epoch from ${reached('delivered')} - ${reached('shipped')})) end as seconds
      from placed where status in ('shipped', 'delivered') and btrim(carrier) <> ''
    )
    insert into daily_carriers (day, carrier, shipped, delivered, transit_seconds)
    select day, carrier, count(*), count(seconds), coalesce(sum(seconds), 0) from sent
    group by day, carrier`.execute(db)
}

async function countPicks(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}
    insert into daily_picks (day, product_id, picks)
    select day, pick.product_id, sum(pick.count * item.quantity)
    from placed join order_items as item on item.order_id = placed.id
    join order_item_tastemakers as pick on pick.order_item_id = item.id
    where revenue is not null and pick.product_id is not null group by day, pick.product_id`.execute(db)
}

async function countPairs(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}
    insert into daily_pairs (day, one_id, other_id, mixes)
    select day, one.product_id, other.product_id, sum(item.quantity)
    from placed join order_items as item on item.order_id = placed.id
    join order_item_tastemakers as one on one.order_item_id = item.id
    join order_item_tastemakers as other on other.order_item_id = item.id and one.product_id < other.product_id
    where revenue is not null group by day, one.product_id, other.product_id`.execute(db)
}

/** Recounts the months of these days from the daily rollups. The caller holds the lock. */
export async function rollUpMonths(db: Db, days: readonly Day[]): Promise<void> {
  for (const month of new Set(days.map(monthOf))) await countMonth(db, month)
}

async function countMonth(db: Db, month: Day): Promise<void> {
  const days = sql`day >= ${month}::date and day < ${addMonths(month, 1)}::date`
  await sql`delete from monthly_places where month = ${month}::date`.execute(db)
  await sql`insert into monthly_places (month, state, city, sales, units, revenue)
    select ${month}::date, state, city, sum(sales), sum(units), sum(revenue) from daily_places where ${days}
    group by state, city`.execute(db)
  await sql`delete from monthly_pairs where month = ${month}::date`.execute(db)
  await sql`insert into monthly_pairs (month, one_id, other_id, mixes)
    select ${month}::date, one_id, other_id, sum(mixes) from daily_pairs where ${days}
    group by one_id, other_id`.execute(db)
}
