import { type RawBuilder, sql } from 'kysely'
import { baseOf, comparedDays, type Period, type Slice, wholeDays } from '#shop/analytics/period.ts'
import { LINES, placedWhere } from '#shop/analytics/placed-orders.sql.ts'
import type { PagePosition, ReportHead, ReportRows, Row } from '#shop/analytics/report.ts'
import { type Rollup, rowsOf } from '#shop/analytics/rollups.read.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { olderThan } from '#shop/lists.read.ts'

type Condition = RawBuilder<unknown>

/** The orders that a row is made of, and the part of each that belongs to the row. */
export type RowOrders = {
  /** Selects rows of the table `orders`. */
  orders: Condition
  /** Selects rows of the CTE `line`. */
  lines: Condition
  /** The rollup's column that counts such orders by day; with `isUnits` it counts units. */
  counter: string
  isUnits?: true
  units?: { label: string; sum: RawBuilder<unknown> }
  value?: { label: string; sum: RawBuilder<unknown> }
}

export type Grouping = ReportHead & {
  table: Rollup
  /** Columns that name a row. Those ending in `_id` are null for deleted products or categories. */
  keys: readonly string[]
  /** Sums of rollup columns, by name. Rows whose first sum is 0 are left out. */
  sums: Readonly<Record<string, string>>
  /** Joins a further column to the rollup's rows. */
  joinRows?: (rows: Condition) => Condition
  /** Joins the tables of `name` and `detail`. */
  names?: Condition
  name: Condition
  detail?: Condition
  /** Further columns, computed from the sums. */
  more?: Condition
  /** The sum that sorts the rows and is the basis of their shares. Default: the first sum. */
  main?: string
  order?: Condition
  rowOrders?: (keys: readonly string[]) => RowOrders
}

export type Part = { grouping: Grouping; keys: readonly string[] }

const isId = (key: string) => key.endsWith('_id')

/** Returns the part that a query string names, or null. */
export function partOf(grouping: Grouping | undefined, keys: readonly string[]): Part | null {
  if (!grouping || keys.length !== grouping.keys.length) return null
  const isValid = (value: string, at: number) =>
    isId(grouping.keys[at] ?? '') ? value === '' || isUuid(value) : value.length <= 200 && isStorable(value)
  return keys.every(isValid) ? { grouping, keys } : null
}

function isOfPart({ grouping, keys }: Part): Condition {
  const equal = grouping.keys.map((key, at) => {
    const value = keys[at] ?? ''
    return isId(key) ? sameId(sql.ref(key), value) : sql`${sql.ref(key)} = ${value}`
  })
  return sql.join([sql`true`, ...equal], sql` and `)
}

/** Compares an id; '' means null, a deleted record. */
export function sameId(column: Condition, id: string): Condition {
  return id === '' ? sql`${column} is null` : sql`${column} = ${id}::uuid`
}

/** Returns the rollup's rows in a slice, optionally of one part. */
export function rowsIn(grouping: Grouping, slice: Slice, part: Part | null, eachDay = false): Condition {
  const { table, sums, joinRows } = grouping
  const rows = sql`${rowsOf(table, slice, eachDay)} as counted`
  const [first = ''] = Object.values(sums)
  return sql`(select * from ${joinRows ? joinRows(rows) : rows}
    where ${sql.ref(first)} > 0 and ${part ? isOfPart(part) : sql`true`})`
}

/** Returns the slices to sum, each with the suffix of its sums. `_compared` is omitted when it equals the period. */
function slicesOf({ table, isCompared }: Grouping, period: Period): [suffix: string, slice: Slice][] {
  const now: [string, Slice] = ['', wholeDays(period.current)]
  if (!isCompared) return [now]
  if (table !== 'daily_visits') return [now, ['_before', baseOf(period)]]
  const days = comparedDays(period)
  return days ? [now, ['_before', wholeDays(days.before)], ['_compared', wholeDays(days.now)]] : [now]
}

/** Returns groups with sums, share and name. Sums of the days before are named `…_before`. */
export function groupsOf(grouping: Grouping, period: Period, part: Part | null = null): Condition {
  const { keys, sums, names, name, detail, more, main = Object.keys(sums)[0] ?? '' } = grouping
  const slices = slicesOf(grouping, period)
  const isCompared = slices.length > 1
  const sides = slices.map(
    ([suffix, slice]) => sql`select *, ${suffix}::text as side from ${rowsIn(grouping, slice, part)} as side`,
  )
  const columns = [
    ...keys.map((key) => sql`${sql.ref(key)}::text as ${sql.ref(key)}`),
    ...slices.flatMap(([suffix]) =>
      Object.entries(sums).map(
        ([as, column]) => sql`coalesce(sum(${sql.ref(column)}) filter (where side = ${suffix}), 0)::bigint
          as ${sql.ref(as + suffix)}`,
      ),
    ),
  ]
  const groups = keys.length > 0 ? sql.join(keys.map((key) => sql.ref(key))) : sql`()`
  const mainColumn = sql.ref(main)
  const byEarlier = isCompared ? sql`${sql.ref(`${main}_before`)} desc,` : sql``
  return sql`with sides as (${sql.join(sides, sql` union all `)}),
    grouped as (select ${sql.join(columns)} from sides group by ${groups}),
    shared as (
      select grouped.*, ${mainColumn}::float8 / nullif(sum(${mainColumn}) over (), 0)::float8 as share,
        count(*) over ()::int as count from grouped
    )
    select shared.*, ${name} as name, ${detail ?? sql`null`} as detail ${more ? sql`, ${more}` : sql``}
    from shared ${names ?? sql``}
    order by ${grouping.order ?? sql`${mainColumn} desc, ${byEarlier} name`}, ${sql.join([...keys.map((key) => sql.ref(`shared.${key}`)), sql`shared.count`])}`
}

/** Reads a page of a query that has its order and `count`, the number of all rows. */
export async function readPage(db: Db, query: Condition, { page, limit }: PagePosition): Promise<ReportRows> {
  const offset = (page - 1) * limit
  const { rows } = await sql<Row & { count: number }>`${query} limit ${limit} offset ${offset}`.execute(db)
  const count = rows[0]?.count ?? 0
  const next = offset + rows.length < count ? { page: page + 1, after: null, limit } : null
  return { rows, count, next }
}

export async function sumsOfPart(db: Db, { grouping, keys }: Part, period: Period): Promise<Row | null> {
  const { isCompared: _, ...uncompared } = grouping
  const { rows } = await sql<Row>`${groupsOf(uncompared, period, { grouping, keys })}`.execute(db)
  return rows[0] ?? null
}

/** Returns the part's name, also without sales in the period. */
export async function nameOfPart(db: Db, { grouping, keys }: Part): Promise<string> {
  const values = grouping.keys.map((key, at) => {
    const value = keys[at] ?? ''
    return sql`${isId(key) && value === '' ? null : value}::text as ${sql.ref(key)}`
  })
  const { rows } = await sql<{ name: string }>`
    select ${grouping.name} as name from (select ${sql.join([...values, sql`1 as constant`])}) as shared
    ${grouping.names ?? sql``}`.execute(db)
  return rows[0]?.name ?? ''
}

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
  // One order more, to know whether a page follows.
  const days = await daysWith(db, part, { from: current.from, to: until }, last !== null, limit + 1)
  if (days.length === 0) return { rows: [], next: null }
  const isAfter = last ? olderThan('orders', last.id) : sql`true`
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
    rows: await orderRowsOf(db, rowOrders, ids),
    next: hasMore ? { page: page + 1, after: ids.at(-1) ?? null, limit } : null,
  }
}

async function findOrder(db: Db, id: string) {
  return db.selectFrom('orders').select(['id', 'createdAt']).where('id', '=', id).executeTakeFirst()
}

/** Returns the latest days with enough orders. Some of the first day's orders may be on an earlier page. */
async function daysWith(
  db: Db,
  part: Part & { rowOrders: RowOrders },
  span: { from: Day; to: Day },
  hasEarlierPage: boolean,
  limit: number,
): Promise<Day[]> {
  const { counter, isUnits } = part.rowOrders
  const orders: RawBuilder<unknown> = isUnits ? sql`1` : sql`sum(${sql.ref(counter)})::int`
  const { rows } = await sql<{ day: Day; orders: number }>`
    select day::text, ${orders} as orders from ${rowsIn(part.grouping, wholeDays(span), part, true)} as counted
    where ${sql.ref(counter)} > 0 group by day order by counted.day desc limit ${limit + 1}`.execute(db)
  const days: Day[] = []
  let orderCount = 0
  for (const { day, orders } of rows) {
    if (orderCount >= limit) break
    days.push(day)
    if (!(hasEarlierPage && day === span.to)) orderCount += orders
  }
  return days
}

async function orderRowsOf(db: Db, { lines, units, value }: RowOrders, ids: readonly string[]) {
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
