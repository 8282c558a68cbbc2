/** The queries that count the orders of days, or of a part of a day, for each rollup. */
import { type RawBuilder, sql } from 'kysely'
import {
  LINES,
  OFFER_CODE,
  OFFER_KIND,
  ORDER_SOURCE,
  PLACE,
  placedUntil,
  UNITS,
} from '#shop/analytics/placed-orders.sql.ts'
import type { Day } from '#shop/kernel/day.ts'
import { WITH_CODE } from '#shop/orders/listing.read.ts'

type Condition = RawBuilder<unknown>

function lastStatusTime(status: string): Condition {
  return sql`(select max(event.created_at) from order_events as event
    where event.order_id = placed.id and event.to_status = ${status} and event.kind = 'status')`
}

function salesOf(orders: Condition): Condition {
  return sql`with ${orders}, ${LINES}, hydration as (
      select line.order_id, sum(line.total_price) as value, sum(line.paid_back) as paid_back
      from line join products on products.id = line.product_id
      join categories on categories.id = products.category_id
      where categories.slug = 'hydration' group by line.order_id
    ), counted as (
      select placed.*, case when subtotal = 0 or hydration.value is null then 0
          else greatest(0, least(revenue, round(total * hydration.value / subtotal) - hydration.paid_back))
        end as hydration_part,
        case when status = 'delivered'
          then floor(extract(epoch from ${lastStatusTime('delivered')} - placed.created_at)) end as seconds
      from placed left join hydration on hydration.order_id = placed.id
    )
    select day, count(*) as orders, count(*) filter (where status = 'cancelled') as cancelled, count(revenue) as sales,
      coalesce(sum(revenue), 0) as revenue,
      coalesce(sum(hydration_part) filter (where revenue is not null), 0) as hydration_revenue,
      coalesce(sum(revenue) filter (where payment_status = 'paid'), 0) as paid_revenue,
      count(*) filter (where ${WITH_CODE}) as coupon_orders, count(seconds) as delivered,
      coalesce(sum(seconds), 0) as delivery_seconds
    from counted group by day`
}

function productsOf(orders: Condition): Condition {
  return sql`with ${orders}, ${LINES}
    select day, product_id, count(distinct order_id) filter (where revenue is not null) as orders,
      coalesce(sum(quantity - units_back) filter (where revenue is not null), 0) as units,
      coalesce(sum(total_price - value_back) filter (where revenue is not null), 0) as value,
      coalesce(sum(quantity) filter (where status = 'delivered'), 0) as delivered_units,
      coalesce(sum(units_back) filter (where status = 'delivered'), 0) as returned_units
    from line where revenue is not null or status = 'delivered' group by day, product_id`
}

function categoriesOf(orders: Condition): Condition {
  return sql`with ${orders}, ${LINES}
    select day, products.category_id, count(distinct order_id) as orders, sum(quantity - units_back) as units,
      sum(total_price - value_back) as value
    from line left join products on products.id = line.product_id
    where revenue is not null group by day, products.category_id`
}

/** Returns a query of sales, units and revenue by columns of the table `orders`. */
function salesBy(keys: Condition[], join = sql``) {
  const groups = sql.join(keys)
  return (placed: Condition): Condition => sql`with ${placed}, ${LINES}, ${UNITS}
    select day, ${groups}, count(*), coalesce(sum(units), 0), sum(revenue)
    from placed as orders left join unit on unit.order_id = orders.id ${join}
    where revenue is not null group by day, ${groups}`
}

function carriersOf(orders: Condition): Condition {
  return sql`with ${orders}, sent as (
      select day, btrim(carrier) as carrier, status,
        case when status = 'delivered'
          then floor(extract(epoch from ${lastStatusTime('delivered')} - ${lastStatusTime('shipped')})) end as seconds
      from placed where status in ('shipped', 'delivered') and btrim(carrier) <> ''
    )
    select day, carrier, count(*), count(seconds), coalesce(sum(seconds), 0) from sent
    group by day, carrier`
}

/** Each rollup's columns, and its query for the orders of a CTE `placed`. */
export const DAY_COUNTS = {
  daily_sales: {
    columns: sql`day, orders, cancelled, sales, revenue, hydration_revenue, paid_revenue, coupon_orders, delivered,
      delivery_seconds`,
    query: salesOf,
  },
  daily_products: {
    columns: sql`day, product_id, orders, units, value, delivered_units, returned_units`,
    query: productsOf,
  },
  daily_categories: { columns: sql`day, category_id, orders, units, value`, query: categoriesOf },
  daily_places: {
    columns: sql`day, state, city, sales, units, revenue`,
    query: salesBy(
      [PLACE.state, PLACE.city],
      sql`join shipping_addresses as address on address.id = orders.shipping_address_id`,
    ),
  },
  daily_offers: {
    columns: sql`day, kind, code, sales, units, revenue`,
    query: salesBy([OFFER_KIND, OFFER_CODE]),
  },
  daily_sources: { columns: sql`day, source, sales, units, revenue`, query: salesBy([ORDER_SOURCE]) },
  daily_carriers: { columns: sql`day, carrier, shipped, delivered, transit_seconds`, query: carriersOf },
} satisfies Record<string, { columns: Condition; query: (orders: Condition) => Condition }>

/** Returns a rollup's rows for a day up to a moment, as a table for `from`. */
export function partOfDay(table: keyof typeof DAY_COUNTS, day: Day, until: Date): Condition {
  const { columns, query } = DAY_COUNTS[table]
  return sql`(${query(placedUntil(day, until))}) as part (${columns})`
}
