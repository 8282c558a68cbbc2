import { type RawBuilder, sql } from 'kysely'
import { baseOf, comparedDays, type Period, type Slice, wholeDays } from '#shop/analytics/period.ts'
import type { PagePosition, ReportHead, ReportRows, Row } from '#shop/analytics/report.ts'
import { type Rollup, rowsOf } from '#shop/analytics/rollups.read.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { isStorable } from '#shop/kernel/text.ts'

type Condition = RawBuilder<unknown>

/** The orders that a row is made of, and the part of each that belongs to the row. */
export type RowOrders = {
  /** On the table `orders`. */
  orders: Condition
  /** On the CTE `line`. */
  lines: Condition
  /** The rollup's column that counts such orders by day; `isUnits`: it counts their units. */
  counted: string
  isUnits?: true
  units?: { label: string; sum: RawBuilder<unknown> }
  value?: { label: string; sum: RawBuilder<unknown> }
}

export type Grouping = ReportHead & {
  table: Rollup
  /** Columns that name a row. Those ending in `_id` are null for deleted products or categories. */
  keys: readonly string[]
  /** Sums by name, of columns of the rollup. Rows without the first are left out. */
  sums: Readonly<Record<string, string>>
  /** Joins a column to the rollup's rows. */
  from?: (rows: Condition) => Condition
  /** Joins the tables of `name` and `detail`. */
  names?: Condition
  name: Condition
  detail?: Condition
  /** Further columns, computed from the sums. */
  more?: Condition
  /** The sum that rows are sorted by and have a share of; the first if omitted. */
  main?: string
  order?: Condition
  rowOrders?: (keys: readonly string[]) => RowOrders
}

export type Part = { grouping: Grouping; keys: readonly string[] }

const isId = (key: string) => key.endsWith('_id')

/** Returns the part that an address names, or null. */
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

/** '' is a deleted record. */
export function sameId(column: Condition, id: string): Condition {
  return id === '' ? sql`${column} is null` : sql`${column} = ${id}::uuid`
}

/** Returns the rollup's rows in a slice, optionally of one part. */
export function rowsIn(grouping: Grouping, slice: Slice, part: Part | null, eachDay = false): Condition {
  const { table, sums, from } = grouping
  const rows = sql`${rowsOf(table, slice, eachDay)} as counted`
  const [first = ''] = Object.values(sums)
  return sql`(select * from ${from ? from(rows) : rows}
    where ${sql.ref(first)} > 0 and ${part ? isOfPart(part) : sql`true`})`
}

/** Returns slices by the suffix of their sums. `_compared` is omitted when it equals the period. */
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
  const [ofMain, before] = [sql.ref(main), isCompared ? sql`${sql.ref(`${main}_before`)} desc,` : sql``]
  return sql`with sides as (${sql.join(sides, sql` union all `)}),
    grouped as (select ${sql.join(columns)} from sides group by ${groups}),
    shared as (
      select grouped.*, ${ofMain}::float8 / nullif(sum(${ofMain}) over (), 0)::float8 as share,
        count(*) over ()::int as count from grouped
    )
    select shared.*, ${name} as name, ${detail ?? sql`null`} as detail ${more ? sql`, ${more}` : sql``}
    from shared ${names ?? sql``}
    order by ${grouping.order ?? sql`${ofMain} desc, ${before} name`}, ${sql.join([...keys.map((key) => sql.ref(`shared.${key}`)), sql`shared.count`])}`
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
  const { isCompared: _, ...alone } = grouping
  const { rows } = await sql<Row>`${groupsOf(alone, period, { grouping, keys })}`.execute(db)
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
