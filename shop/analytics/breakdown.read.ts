/** Sales by product, category, city, offer and source, from the rollups. The caller has checked that the actor is an admin. */
import { type RawBuilder, sql } from 'kysely'
import { type Breakdown, type BreakdownRow, type GroupSales, OFFER_NAMES } from '#shop/analytics/breakdown.ts'
import { type DAY_COUNTS, partOfDay } from '#shop/analytics/day-counts.sql.ts'
import { FLAG_RULE_TEXTS } from '#shop/analytics/flags.ts'
import { type Period, type Span, withoutLastDay } from '#shop/analytics/period.ts'
import type { BreakdownKind, SaleGroup } from '#shop/analytics/sale-group.ts'
import { parts, within } from '#shop/analytics/sales.read.ts'
import type { Db } from '#shop/ctx.ts'
import { NO_MONEY, paise } from '#shop/kernel/money.ts'
import { orderSourceName, SOURCES as SOURCES_OF_VISITS } from '#shop/orders/visit-source.ts'

type Row = {
  /** The group's key: an id, a city and its state, or a kind of offer and its code. */
  one: string | null
  other: string | null
  name: string | null
  detail: string | null
  orders: number
  units: number
  value: number
  ordersBefore: number
  unitsBefore: number
  valueBefore: number
  count: number
  whole: number
}

type Source = {
  /** Selects one, other, orders, units and value of the rows of a rollup, those of the table unless said otherwise. */
  sales: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
  table: keyof typeof DAY_COUNTS
  /** Adds whole months of a span in place of their days, where there are too many rows a day. */
  months?: (months: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Joins what `name` and `detail` are read from. */
  names: RawBuilder<unknown>
  name: RawBuilder<unknown>
  detail: RawBuilder<unknown>
  groupOf: (row: Row) => SaleGroup
}

const NOTHING = sql`null::text`

const SOURCES: Record<BreakdownKind, Source> = {
  products: {
    table: 'daily_products',
    sales: (rows) =>
      sql`select product_id::text as one, ${NOTHING} as other, orders, units, value from ${rows}`,
    names: sql`left join products on products.id = one::uuid left join categories on categories.id = products.category_id`,
    name: sql`products.name`,
    detail: sql`categories.name`,
    groupOf: ({ one }) => ({ kind: 'product', id: one }),
  },
  categories: {
    table: 'daily_categories',
    sales: (rows) =>
      sql`select category_id::text as one, ${NOTHING} as other, orders, units, value from ${rows}`,
    names: sql`left join categories on categories.id = one::uuid`,
    name: sql`categories.name`,
    detail: NOTHING,
    groupOf: ({ one }) => ({ kind: 'category', id: one }),
  },
  cities: {
    table: 'daily_places',
    sales: (rows) =>
      sql`select city as one, state as other, sales as orders, units, revenue as value from ${rows}`,
    months: (months) => sql`select city, state, sales, units, revenue from monthly_places where ${months}`,
    names: sql``,
    name: sql`one`,
    detail: sql`other`,
    groupOf: ({ one, other }) => ({ kind: 'city', city: one ?? '', state: other ?? '' }),
  },
  offers: {
    table: 'daily_offers',
    sales: (rows) =>
      sql`select kind as one, code as other, sales as orders, units, revenue as value from ${rows}`,
    names: sql``,
    name: sql`one`,
    detail: NOTHING,
    groupOf: ({ one, other }) => ({ kind: 'offer', offer: one ?? '', code: other ?? '' }),
  },
  sources: {
    table: 'daily_sources',
    sales: (rows) =>
      sql`select source as one, ${NOTHING} as other, sales as orders, units, revenue as value from ${rows}`,
    names: sql``,
    name: sql`one`,
    detail: NOTHING,
    groupOf: ({ one }) => ({
      kind: 'source',
      source: SOURCES_OF_VISITS.find((source) => source === one) ?? null,
    }),
  },
}

const NO_NAMES: Record<BreakdownKind, string> = {
  products: 'Unknown Product',
  categories: 'Uncategorized',
  cities: 'Unknown city',
  offers: 'No offer',
  sources: 'Unknown',
}

/** The sales of a span, of its last day only those up to `until` unless that is null. */
function salesOf(kind: BreakdownKind, span: Span, until: Date | null): RawBuilder<unknown> {
  const { sales, table, months } = SOURCES[kind]
  const whole = until ? withoutLastDay(span) : span
  const { days, months: inMonths } = parts(whole ?? span)
  const ofDays = months ? days : within(whole ?? span)
  const selects = [
    whole && sales(sql`${sql.table(table)} where ${ofDays}`),
    whole && months?.(inMonths),
    until && sales(sql`${partOfDay(table, span.to, until)} as part`),
  ]
  return sql.join(
    selects.filter((select) => select !== null && select !== undefined),
    sql` union all `,
  )
}

/** At most `limit` rows after the first `offset`; null for all. */
export async function readBreakdown(
  db: Db,
  kind: BreakdownKind,
  { current, previous, until }: Pick<Period, 'current' | 'previous' | 'until'>,
  { limit = null, offset = 0 }: { limit?: number | null; offset?: number } = {},
): Promise<Breakdown> {
  const { names, name, detail } = SOURCES[kind]
  const summed = (what: string, isNow: boolean) =>
    sql`coalesce(sum(${sql.ref(what)}) filter (where ${isNow ? sql`is_now` : sql`not is_now`}), 0)`
  const { rows } = await sql<Row>`
    with sold as (
      select now.*, true as is_now from (${salesOf(kind, current, null)}) as now
      union all select earlier.*, false from (${salesOf(kind, previous, until)}) as earlier
    ), summed as (
      select one, other, ${summed('orders', true)}::int as orders, ${summed('units', true)}::int as units,
        ${summed('value', true)}::bigint as value, ${summed('orders', false)}::int as orders_before,
        ${summed('units', false)}::int as units_before, ${summed('value', false)}::bigint as value_before
      from sold where orders > 0 group by one, other
    ), counted as (
      select summed.*, count(*) over ()::int as count, (sum(value) over ())::bigint as whole from summed
    )
    select counted.*, ${name} as name, ${detail} as detail from counted ${names}
    order by value desc, value_before desc, name, one, other limit ${limit} offset ${offset}`.execute(db)
  const [first] = rows
  return {
    rows: rows.map((row) => rowOf(kind, row)),
    count: first?.count ?? 0,
    value: first ? paise(first.whole) : NO_MONEY,
  }
}

function rowOf(kind: BreakdownKind, row: Row): BreakdownRow {
  const { orders, units, value, detail } = row
  const before: GroupSales = {
    orders: row.ordersBefore,
    units: row.unitsBefore,
    value: paise(row.valueBefore),
  }
  const group = SOURCES[kind].groupOf(row)
  return { group, name: nameOf(kind, row), detail, orders, units, value: paise(value), before }
}

function nameOf(kind: BreakdownKind, { one, other, name }: Row): string {
  if (kind === 'sources') return orderSourceName(one ?? '')
  return kind === 'offers' ? offerName(one ?? '', other ?? '') : name || NO_NAMES[kind]
}

function offerName(offer: string, code: string): string {
  const name = OFFER_NAMES[offer] ?? offer
  return code ? `${name} ${code}` : name
}

/** The group's name on the page of its rows. */
export async function groupName(db: Db, group: SaleGroup): Promise<string> {
  const named = async (table: 'products' | 'categories', id: string | null) => {
    const row = id && (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())
    return row ? row.name : NO_NAMES[table]
  }
  switch (group.kind) {
    case 'all':
      return 'all sales'
    case 'product':
    case 'pick':
      return named('products', group.id)
    case 'category':
      return named('categories', group.id)
    case 'returns':
      return `units back, ${await named('categories', group.id)}`
    case 'pair':
      return (await Promise.all([named('products', group.id), named('products', group.other)])).join(' with ')
    case 'city':
      return [group.city || NO_NAMES.cities, group.state].filter(Boolean).join(', ')
    case 'offer':
      return offerName(group.offer, group.code)
    case 'source':
      return `from ${orderSourceName(group.source ?? '').toLowerCase()}`
    case 'flagged':
      return group.rule === null ? 'flagged' : FLAG_RULE_TEXTS[group.rule]
    case 'carrier':
      return group.carrier
  }
}
