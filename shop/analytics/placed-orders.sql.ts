/** SQL that rollups share with the reports of single orders. */
import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#shop/analytics/period.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'
import { REVENUE } from '#shop/revenue.read.ts'

/** Returns the CTE `placed`: orders with day and revenue (null if the order is not a sale). */
export function placedWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`placed as (
    select (orders.created_at at time zone 'Asia/Kolkata')::date as day, orders.*, ${REVENUE} as revenue
    from orders where ${condition}
  )`
}

export function placedIn({ from, to }: Span): RawBuilder<unknown> {
  return placedWhere(sql`created_at >= ${startOf(from)} and created_at < ${startOf(addDays(to, 1))}`)
}

export function placedUntil(day: Day, until: Date): RawBuilder<unknown> {
  return placedWhere(sql`created_at >= ${startOf(day)} and created_at <= ${until}`)
}

/** The CTE `line`: lines of `placed`. `paid_back` includes tax, `value_back` is before discount and tax. */
export const LINES = sql`back as (
    select returned.order_item_id, sum(returned.quantity) as units,
      coalesce(sum(returned.amount) filter (where refunds.id is not null), 0) as paid
    from placed join order_requests as request on request.order_id = placed.id and request.kind = 'refund'
    join returned_items as returned on returned.request_id = request.id
    left join refunds on refunds.key = 'refund:' || request.id and refunds.status <> 'refused'
    group by returned.order_item_id
  ), line as (
    select placed.day, placed.status, placed.revenue, item.*, coalesce(back.units, 0) as units_back,
      coalesce(back.paid, 0) as paid_back,
      least(item.total_price, coalesce(
        round(back.paid * placed.subtotal / nullif(placed.total - placed.shipping_fee, 0)), 0)) as value_back
    from placed join order_items as item on item.order_id = placed.id
    left join back on back.order_item_id = item.id
  )`

/** The CTE `unit`: sold and not returned units of each order, from `line`. */
export const UNITS = sql`unit as (select order_id, sum(quantity - units_back) as units from line group by order_id)`

/** City and state of an `address`, in one spelling. */
export const PLACE = {
  city: sql<string>`initcap(btrim(address.city))`,
  state: sql<string>`initcap(btrim(address.state))`,
}

/** The kind of discount of an order of `orders`; '' for none. */
export const OFFER_KIND: RawBuilder<string> = sql`coalesce(orders.discount_kind, '')`

/** '' for unknown. */
export const ORDER_SOURCE: RawBuilder<string> = sql`coalesce(orders.source, '')`

/** The coupon's code; '' for other offers, since every customer has a friend's code. */
export const OFFER_CODE: RawBuilder<string> = sql`case when ${OFFER_KIND} = 'coupon'
  then coalesce(upper(orders.coupon_code), '') else '' end`
