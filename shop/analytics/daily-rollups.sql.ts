/**
 * The figures of whole days, counted from the orders placed on them. Counting a day replaces what was there: doing it
 * twice changes nothing, and a late cancellation is simply counted again.
 */
import { type RawBuilder, sql } from 'kysely'
import { runsOf, type Span } from '#shop/analytics/period.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'

const TABLES = [
  'dailySales',
  'dailyProducts',
  'dailyPlaces',
  'dailyCarriers',
  'dailyPicks',
  'dailyPairs',
] as const

/**
 * Counts these days again, neighbours together: with the bounds of a run in hand the planner sees how few of a million
 * orders it has to read. The caller holds the turn (see takeTurn).
 */
export async function countDays(db: Db, days: readonly Day[]): Promise<void> {
  for (const run of runsOf(days)) await countRun(db, run)
}

async function countRun(db: Db, run: Span): Promise<void> {
  const isInRun = sql<boolean>`day between ${run.from}::date and ${run.to}::date`
  for (const table of TABLES) await db.deleteFrom(table).where(isInRun).execute()
  const orders = ordersOf(run)
  await countSales(db, orders)
  await countProducts(db, orders)
  await countPlaces(db, orders)
  await countCarriers(db, orders)
  await countPicks(db, orders)
  await countPairs(db, orders)
}

/** The orders of a run of days, each with its day, as the common table `placed`. */
function ordersOf({ from, to }: Span): RawBuilder<unknown> {
  return sql`placed as (
    select (orders.created_at at time zone 'Asia/Kolkata')::date as day, orders.*,
      orders.status <> 'cancelled' and orders.payment_status = 'paid' as is_sale,
      orders.status = 'delivered' and (orders.payment_status = 'refunded' or exists (
        select from order_requests as request where request.order_id = orders.id
          and request.kind = 'refund' and request.status = 'approved')) as is_return
    from orders where created_at >= ${startOf(from)} and created_at < ${startOf(addDays(to, 1))}
  )`
}

/** When an order last came to a status. */
function reached(status: string): RawBuilder<unknown> {
  return sql`(select max(event.created_at) from order_events as event
    where event.order_id = placed.id and event.to_status = ${status} and event.kind = 'status')`
}

async function countSales(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}, hydration as (
      select order_items.order_id, sum(order_items.total_price) as value
      from placed join order_items on order_items.order_id = placed.id
      join products on products.id = order_items.product_id
      join categories on categories.id = products.category_id
      where categories.slug = 'hydration' group by order_items.order_id
    ), counted as (
      select placed.*,
        case when subtotal = 0 then 0 else round(total * coalesce(hydration.value, 0) / subtotal) end as hydration_part,
        case when status = 'delivered'
          then floor(extract(epoch from ${reached('delivered')} - placed.created_at)) end as seconds
      from placed left join hydration on hydration.order_id = placed.id
    )
    insert into daily_sales (day, orders, cancelled, sales, revenue, hydration_revenue, coupon_orders, delivered,
      delivery_seconds)
    select day, count(*), count(*) filter (where status = 'cancelled'), count(*) filter (where is_sale),
      coalesce(sum(total) filter (where is_sale), 0), coalesce(sum(hydration_part) filter (where is_sale), 0),
      count(*) filter (where notes like '%Coupon applied%'), count(seconds), coalesce(sum(seconds), 0)
    from counted group by day`.execute(db)
}

async function countProducts(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}
    insert into daily_products (day, product_id, units, value, delivered_units, returned_units)
    select day, item.product_id, coalesce(sum(item.quantity) filter (where is_sale), 0),
      coalesce(sum(item.total_price) filter (where is_sale), 0),
      coalesce(sum(item.quantity) filter (where status = 'delivered'), 0),
      coalesce(sum(item.quantity) filter (where is_return), 0)
    from placed join order_items as item on item.order_id = placed.id
    where is_sale or is_return group by day, item.product_id`.execute(db)
}

async function countPlaces(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}
    insert into daily_places (day, state, city, sales, revenue)
    select day, initcap(btrim(address.state)), initcap(btrim(address.city)), count(*), sum(total)
    from placed join shipping_addresses as address on address.id = placed.shipping_address_id
    where is_sale group by 1, 2, 3`.execute(db)
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
    where is_sale and pick.product_id is not null group by day, pick.product_id`.execute(db)
}

async function countPairs(db: Db, orders: RawBuilder<unknown>): Promise<void> {
  await sql`with ${orders}
    insert into daily_pairs (day, one_id, other_id, mixes)
    select day, one.product_id, other.product_id, sum(item.quantity)
    from placed join order_items as item on item.order_id = placed.id
    join order_item_tastemakers as one on one.order_item_id = item.id
    join order_item_tastemakers as other on other.order_item_id = item.id and one.product_id < other.product_id
    where is_sale group by day, one.product_id, other.product_id`.execute(db)
}
