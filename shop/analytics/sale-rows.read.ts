/**
 * The orders behind a figure of sales, newest first, with keyset pagination. They are counted by the same SQL as the
 * rollups, which say on which days to look. The caller has checked that the actor is an admin.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#shop/analytics/period.ts'
import {
  LINES,
  OFFER_CODE,
  OFFER_KIND,
  ORDER_SOURCE,
  PLACE,
  placedWhere,
} from '#shop/analytics/placed-orders.sql.ts'
import type { SaleGroup } from '#shop/analytics/sale-group.ts'
import { within } from '#shop/analytics/sales.read.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import { REVENUE } from '#shop/revenue.read.ts'

/** An order of a group: the group's units and value in it; null where the group has none. */
export type SaleRow = {
  orderId: string
  customerName: string
  placedAt: Date
  units: number | null
  value: Money | null
}

/** The figures that the rows add up to; `orders` is null where only units are counted. */
export type SaleTotals = { orders: number | null; units: number | null; value: Money | null }

type Condition = RawBuilder<unknown>

/** How a group is counted by day, and which orders and lines belong to it. */
type Source = {
  /** Selects day, orders, units and value from the rollups, without the condition on the day. */
  days: Condition
  /** On the table `orders`. */
  orders: Condition
  /** On the CTE `line`. */
  lines: Condition
  units: RawBuilder<number | null>
  value: RawBuilder<number | null>
}

const IS_SALE = sql`orders.status <> 'cancelled' and orders.payment_status = 'paid' and ${REVENUE} is not null`
const SOLD_UNITS = sql<number>`coalesce(sum(line.quantity - line.units_back), 0)::int`
const LINE_VALUE = sql<number>`coalesce(sum(line.total_price - line.value_back), 0)::bigint`
const WHOLE_ORDER = { lines: sql`true`, units: SOLD_UNITS, value: sql<number>`placed.revenue` }
const PART = { units: SOLD_UNITS, value: LINE_VALUE }
const NONE = sql<null>`null`

function equals(column: Condition, id: string | null): Condition {
  return id === null ? sql`${column} is null` : sql`${column} = ${id}::uuid`
}

function categoryOf(item: 'item' | 'line', id: string | null): Condition {
  const product = sql`select category_id from products where products.id = ${sql.ref(`${item}.product_id`)}`
  return equals(sql`(${product})`, id)
}

function withPicks(item: Condition, ids: readonly string[]): Condition {
  const picked = ids.map(
    (id) => sql`exists (select from order_item_tastemakers as pick
      where pick.order_item_id = ${item} and pick.product_id = ${id}::uuid)`,
  )
  return sql.join(picked, sql` and `)
}

function hasLine(condition: Condition): Condition {
  return sql`exists (select from order_items as item where item.order_id = orders.id and ${condition})`
}

function sourceOf(group: SaleGroup): Source {
  switch (group.kind) {
    case 'all':
      return {
        ...WHOLE_ORDER,
        days: sql`select day, sales as orders, units, revenue as value from daily_offers where true`,
        orders: IS_SALE,
      }
    case 'product':
      return {
        ...PART,
        days: sql`select day, orders, units, value from daily_products where ${equals(sql`product_id`, group.id)}`,
        orders: sql`${IS_SALE} and ${hasLine(equals(sql`item.product_id`, group.id))}`,
        lines: equals(sql`line.product_id`, group.id),
      }
    case 'category':
      return {
        ...PART,
        days: sql`select day, orders, units, value from daily_categories where ${equals(sql`category_id`, group.id)}`,
        orders: sql`${IS_SALE} and ${hasLine(categoryOf('item', group.id))}`,
        lines: categoryOf('line', group.id),
      }
    case 'city':
      return {
        ...WHOLE_ORDER,
        days: sql`select day, sales as orders, units, revenue as value from daily_places
          where city = ${group.city} and state = ${group.state}`,
        orders: sql`${IS_SALE} and exists (select from shipping_addresses as address
          where address.id = orders.shipping_address_id and ${PLACE.city} = ${group.city} and ${PLACE.state} = ${group.state})`,
      }
    case 'offer':
      return {
        ...WHOLE_ORDER,
        days: sql`select day, sales as orders, units, revenue as value from daily_offers
          where kind = ${group.offer} and code = ${group.code}`,
        orders: sql`${IS_SALE} and ${OFFER_KIND} = ${group.offer} and ${OFFER_CODE} = ${group.code}`,
      }
    case 'source': {
      const source = group.source ?? ''
      return {
        ...WHOLE_ORDER,
        days: sql`select day, sales as orders, units, revenue as value from daily_sources where source = ${source}`,
        orders: sql`${IS_SALE} and ${ORDER_SOURCE} = ${source}`,
      }
    }
    case 'pick':
      return {
        days: sql`select day, null::int as orders, picks as units, null::bigint as value from daily_picks
          where product_id = ${group.id}::uuid`,
        orders: sql`${IS_SALE} and ${hasLine(withPicks(sql`item.id`, [group.id]))}`,
        lines: withPicks(sql`line.id`, [group.id]),
        units: sql<number>`sum(line.quantity * (select sum(pick.count) from order_item_tastemakers as pick
          where pick.order_item_id = line.id and pick.product_id = ${group.id}::uuid))::int`,
        value: NONE,
      }
    case 'pair': {
      const ids = [group.id, group.other]
      return {
        days: sql`select day, null::int as orders, mixes as units, null::bigint as value from daily_pairs
          where one_id = least(${ids[0]}::uuid, ${ids[1]}::uuid) and other_id = greatest(${ids[0]}::uuid, ${ids[1]}::uuid)`,
        orders: sql`${IS_SALE} and ${hasLine(withPicks(sql`item.id`, ids))}`,
        lines: withPicks(sql`line.id`, ids),
        units: sql<number>`sum(line.quantity)::int`,
        value: NONE,
      }
    }
    case 'carrier':
      return {
        days: sql`select day, shipped as orders, null::int as units, null::bigint as value from daily_carriers
          where carrier = ${group.carrier}`,
        orders: sql`orders.status in ('shipped', 'delivered') and btrim(orders.carrier) = ${group.carrier}`,
        lines: sql`false`,
        units: NONE,
        value: NONE,
      }
    case 'flagged': {
      const ofRule = group.rule === null ? sql`true` : sql`rule = ${group.rule}`
      return {
        days: sql`select * from (
            select (created_at at time zone 'Asia/Kolkata')::date as day, count(distinct order_id)::int as orders,
              null::int as units, null::bigint as value
            from order_flags where ${ofRule} group by 1
          ) as flagged where true`,
        orders: sql`exists (select from order_flags where order_flags.order_id = orders.id and ${ofRule})`,
        lines: sql`false`,
        units: NONE,
        value: NONE,
      }
    }
    case 'returns':
      return {
        days: sql`select day, null::int as orders, returned_units as units, null::bigint as value
          from daily_products as line where returned_units > 0 and ${categoryOf('line', group.id)}`,
        orders: sql`orders.status = 'delivered' and ${hasLine(sql`${categoryOf('item', group.id)} and exists (
          select from returned_items as returned where returned.order_item_id = item.id and returned.quantity > 0)`)}`,
        lines: categoryOf('line', group.id),
        units: sql<number>`coalesce(sum(line.units_back), 0)::int`,
        value: NONE,
      }
  }
}

/** The figures of the group in the span, from the rollups. */
export async function saleTotals(db: Db, group: SaleGroup, span: Span): Promise<SaleTotals> {
  const { days, units, value } = sourceOf(group)
  const { rows } = await sql<{ orders: number | null; units: number; value: number }>`
    select case when bool_or(orders is null) then null else coalesce(sum(orders), 0)::int end as orders,
      coalesce(sum(units), 0)::int as units, coalesce(sum(value), 0)::bigint as value
    from (${days} and ${within(span)}) as counted`.execute(db)
  const row = rows[0] ?? { orders: 0, units: 0, value: 0 }
  return {
    orders: row.orders,
    units: units === NONE ? null : row.units,
    value: value === NONE ? null : paise(row.value),
  }
}

/** The orders of the group placed in the span, at most `limit`, after the order `after`. */
export async function listSaleRows(
  db: Db,
  group: SaleGroup,
  span: Span,
  { after, limit }: { after: string | null; limit: number },
): Promise<SaleRow[]> {
  const source = sourceOf(group)
  const last = after ? await placeOf(db, after) : null
  if (after && !last) return []
  const days = await daysWith(db, source, span, last ? dayOf(last.createdAt) : null, limit)
  if (days.length === 0) return []
  const isAfter = last
    ? sql`(orders.created_at, orders.id) <
        (select last.created_at, last.id from orders as last where last.id = ${last.id}::uuid)`
    : sql`true`
  const found = await sql<{ id: string }>`
    select one.id from unnest(${days}::date[]) as listed(day) cross join lateral (
      select orders.id, orders.created_at from orders
      where orders.created_at >= listed.day::timestamp at time zone 'Asia/Kolkata'
        and orders.created_at < (listed.day + 1)::timestamp at time zone 'Asia/Kolkata' and ${isAfter} and ${source.orders}
      order by orders.created_at desc, orders.id desc limit ${limit}
    ) as one order by one.created_at desc, one.id desc limit ${limit}`.execute(db)
  return rowsOf(
    db,
    source,
    found.rows.map(({ id }) => id),
  )
}

async function placeOf(db: Db, id: string) {
  return db.selectFrom('orders').select(['id', 'createdAt']).where('id', '=', id).executeTakeFirst()
}

/** The latest days with so many orders of the group, from the day of the last order shown. */
async function daysWith(
  db: Db,
  { days }: Source,
  span: Span,
  until: Day | null,
  limit: number,
): Promise<Day[]> {
  const to = until && until < span.to ? until : span.to
  const { rows } = await sql<{ day: Day; orders: number }>`
    select day::text, sum(coalesce(orders, 1))::int as orders from (${days} and ${within({ from: span.from, to })}) as counted
    where orders > 0 or (orders is null and units > 0)
    group by day order by day desc limit ${limit + 1}`.execute(db)
  const chosen: Day[] = []
  let enough = 0
  for (const { day, orders } of rows) {
    if (enough >= limit) break
    chosen.push(day)
    // Of the first day some orders are on an earlier page.
    if (day !== until) enough += orders
  }
  return chosen
}

async function rowsOf(db: Db, { lines, units, value }: Source, ids: readonly string[]): Promise<SaleRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SaleRow>`
    with ${placedWhere(sql`orders.id = any(${ids}::uuid[])`)}, ${LINES}
    select placed.id as order_id, coalesce(users.full_name, '') as customer_name, placed.created_at as placed_at,
      ${units} as units, ${value} as value
    from placed left join users on users.id = placed.user_id left join line on line.order_id = placed.id and ${lines}
    group by placed.id, placed.created_at, placed.revenue, users.full_name
    order by placed.created_at desc, placed.id desc`.execute(db)
  return rows.map((row) => ({ ...row, value: row.value === null ? null : paise(row.value) }))
}
