/** Newest first, with keyset pagination. The rollups name the days to look at. */
import { type RawBuilder, sql } from 'kysely'
import { type Part, type RowOrders, rowsIn } from '#shop/analytics/groups.read.ts'
import { type Period, wholeDays } from '#shop/analytics/period.ts'
import { LINES, placedWhere } from '#shop/analytics/placed-orders.sql.ts'
import type { PagePosition, ReportRows, Row } from '#shop/analytics/report.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'

export async function readOrderRows(
  db: Db,
  part: Part & { rowOrders: RowOrders },
  { current }: Pick<Period, 'current'>,
  { page, after, limit }: PagePosition,
): Promise<Pick<ReportRows, 'rows' | 'next'>> {
  const { rowOrders } = part
  const last = after ? await findOrder(db, after) : null
  if (after && !last) return { rows: [], next: null }
  const until = last && dayOf(last.createdAt) < current.to ? dayOf(last.createdAt) : current.to
  // One more, to know whether a page follows.
  const days = await daysWith(db, part, { from: current.from, to: until }, last !== null, limit + 1)
  if (days.length === 0) return { rows: [], next: null }
  const isAfter = last
    ? sql`(orders.created_at, orders.id) <
        (select last.created_at, last.id from orders as last where last.id = ${last.id}::uuid)`
    : sql`true`
  const found = await sql<{ id: string }>`
    select one.id from unnest(${days}::date[]) as listed(day) cross join lateral (
      select orders.id, orders.created_at from orders
      where orders.created_at >= listed.day::timestamp at time zone 'Asia/Kolkata'
        and orders.created_at < (listed.day + 1)::timestamp at time zone 'Asia/Kolkata' and ${isAfter} and ${rowOrders.orders}
      order by orders.created_at desc, orders.id desc limit ${limit + 1}
    ) as one order by one.created_at desc, one.id desc limit ${limit + 1}`.execute(db)
  const ids = found.rows.slice(0, limit).map(({ id }) => id)
  const hasMore = found.rows.length > limit
  return {
    rows: await rowsOf(db, rowOrders, ids),
    next: hasMore ? { page: page + 1, after: ids.at(-1) ?? null, limit } : null,
  }
}

async function findOrder(db: Db, id: string) {
  return db.selectFrom('orders').select(['id', 'createdAt']).where('id', '=', id).executeTakeFirst()
}

/** Returns the latest days with enough orders. Some of the first day may be on an earlier page. */
async function daysWith(
  db: Db,
  part: Part & { rowOrders: RowOrders },
  span: { from: Day; to: Day },
  isContinued: boolean,
  limit: number,
): Promise<Day[]> {
  const { counted, isUnits } = part.rowOrders
  const orders: RawBuilder<unknown> = isUnits ? sql`1` : sql`sum(${sql.ref(counted)})::int`
  const { rows } = await sql<{ day: Day; orders: number }>`
    select day::text, ${orders} as orders from ${rowsIn(part.grouping, wholeDays(span), part, true)} as counted
    where ${sql.ref(counted)} > 0 group by day order by counted.day desc limit ${limit + 1}`.execute(db)
  const days: Day[] = []
  let enough = 0
  for (const { day, orders } of rows) {
    if (enough >= limit) break
    days.push(day)
    if (!(isContinued && day === span.to)) enough += orders
  }
  return days
}

async function rowsOf(db: Db, { lines, units, value }: RowOrders, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    with ${placedWhere(sql`orders.id = any(${ids}::uuid[])`)}, ${LINES}
    select placed.id as order_id, coalesce(users.full_name, '') as customer, placed.created_at as placed_at,
      ${units?.sum ?? sql`null`} as units, ${value?.sum ?? sql`null`} as value
    from placed left join users on users.id = placed.user_id left join line on line.order_id = placed.id and ${lines}
    group by placed.id, placed.created_at, placed.revenue, users.full_name
    order by placed.created_at desc, placed.id desc`.execute(db)
  return rows
}
