import { type RawBuilder, sql } from 'kysely'
import { FLAG_RULE_TEXTS } from '#shop/analytics/flags.ts'
import {
  type Grouping,
  groupsOf,
  nameOfPart,
  type Part,
  partOf,
  type RowOrders,
  readOrderRows,
  readPage,
  sameId,
  sumsOfPart,
} from '#shop/analytics/groups.read.ts'
import type { Period } from '#shop/analytics/period.ts'
import { OFFER_CODE, OFFER_KIND, ORDER_SOURCE, PLACE } from '#shop/analytics/placed-orders.sql.ts'
import {
  type PagePosition,
  REVENUE_DEFINITION,
  type ReportHead,
  type ReportRows,
  VISITS_DEFINITION,
} from '#shop/analytics/report.ts'
import { SPEND_CHANNEL_NAMES } from '#shop/analytics/spend.ts'
import { LANDING_PAGE_NAMES } from '#shop/analytics/visit.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, startOf } from '#shop/kernel/day.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { SOURCE_NAMES } from '#shop/orders/visit-source.ts'
import { IS_COUNTED, REVENUE } from '#shop/revenue.read.ts'

type Condition = RawBuilder<unknown>

export type Report = ReportHead & {
  read: (db: Db, period: Period, position: PagePosition) => Promise<ReportRows>
}

const IS_SALE = sql`${IS_COUNTED} and ${REVENUE} is not null`
const SOLD = { label: 'Units', sum: sql`coalesce(sum(line.quantity - line.units_back), 0)::int` }

/** Returns the orders behind a row that sums whole orders. */
function wholeOrders(condition: Condition): RowOrders {
  const value = { label: 'Revenue', sum: sql`placed.revenue` }
  return { orders: sql`${IS_SALE} and ${condition}`, lines: sql`true`, counter: 'sales', units: SOLD, value }
}

/** Returns the orders behind a row that sums lines. The condition is on the table `line`. */
function someLines(lines: Condition): RowOrders {
  const value = {
    label: 'Before tax',
    sum: sql`coalesce(sum(line.total_price - line.value_back), 0)::bigint`,
  }
  return { orders: sql`${IS_SALE} and ${hasLine(lines)}`, lines, counter: 'orders', units: SOLD, value }
}

function hasLine(condition: Condition): Condition {
  return sql`exists (select from order_items as line where line.order_id = orders.id and ${condition})`
}

function ofCategory(id: string): Condition {
  return sameId(sql`(select category_id from products where products.id = line.product_id)`, id)
}

function nameByKey(names: Record<string, string>, key: string, none: string): Condition {
  return sql`coalesce(${JSON.stringify(names)}::jsonb ->> ${sql.ref(key)}, ${none})`
}

const OFFER_NAMES = {
  '': 'No offer',
  coupon: 'Coupon',
  referral: 'Friend’s code',
  'first-order-offer': 'First-order offer',
  staff: 'Given by staff',
}

const CATEGORY = {
  names: sql`left join categories on categories.id = category_id::uuid`,
  name: sql`coalesce(categories.name, 'Uncategorized')`,
}

/** Returns a report of sales by a dimension: orders, units and value, beside the days before. */
function salesBy(
  id: string,
  [row, detail]: [row: string, detail?: string],
  grouping: Omit<Grouping, 'id' | 'title' | 'columns' | 'none' | 'sums'>,
): Grouping {
  const isByLine = /products|categories/.test(grouping.table)
  const value = isByLine ? 'Before tax' : 'Revenue'
  return {
    id,
    title: `Sales by ${row.toLowerCase()}`,
    columns: [
      { key: 'name', label: row, kind: 'text' },
      ...(detail ? [{ key: 'detail', label: detail, kind: 'text', isUnder: true } as const] : []),
      { key: 'share', label: 'Share as a bar', kind: 'bar' },
      { key: 'orders', label: 'Orders', kind: 'count' },
      { key: 'units', label: 'Units', kind: 'count' },
      { key: 'share', label: 'Share', kind: 'percent' },
      { key: 'value', label: 'Days before', kind: 'change', unit: 'money' },
      { key: 'value', label: value, kind: 'money' },
    ],
    none: 'Nothing sold in this period or before',
    sums: isByLine
      ? { orders: 'orders', units: 'units', value: 'value' }
      : { orders: 'sales', units: 'units', value: 'revenue' },
    main: 'value',
    isCompared: true,
    ...grouping,
  }
}

const ALL = salesBy('all', ['Order'], {
  definition: REVENUE_DEFINITION,
  table: 'daily_offers',
  keys: [],
  name: sql`'all sales'`,
  rowOrders: () => wholeOrders(sql`true`),
})

function visitsBy(
  key: 'source' | 'landing',
  title: string,
  row: string,
  names: Record<string, string>,
): Grouping {
  return {
    id: `visits-by-${key}`,
    title,
    definition: VISITS_DEFINITION,
    columns: [
      { key: 'name', label: row, kind: 'text' },
      { key: 'share', label: 'Share', kind: 'percent' },
      { key: 'visits', label: 'Days before', kind: 'change', unit: 'count' },
      { key: 'visits', label: 'Visits', kind: 'count' },
    ],
    none: 'No visits counted in this period or before',
    table: 'daily_visits',
    keys: [key],
    sums: { visits: 'visits' },
    name: nameByKey(names, key, 'Other'),
    isCompared: true,
    opens: { report: 'visits', keys: [key] },
  }
}

const VISITS: Grouping = {
  ...visitsBy('source', 'Visits', 'Source', SOURCE_NAMES),
  id: 'visits',
  columns: [
    { key: 'day', label: 'Day', kind: 'day' },
    { key: 'name', label: 'Source', kind: 'text' },
    { key: 'detail', label: 'Began on', kind: 'text' },
    { key: 'visits', label: 'Visits', kind: 'count' },
  ],
  none: 'No visits counted in this period',
  keys: ['day', 'source', 'landing'],
  opens: undefined,
  detail: nameByKey(LANDING_PAGE_NAMES, 'landing', 'Other'),
  order: sql`day desc`,
}

const GROUPINGS: Grouping[] = [
  {
    id: 'days',
    title: 'Sales by day',
    definition: REVENUE_DEFINITION,
    columns: [
      { key: 'day', label: 'Day', kind: 'day' },
      { key: 'orders', label: 'Orders', kind: 'count' },
      { key: 'cancelled', label: 'Cancelled', kind: 'count' },
      { key: 'millet', label: 'Millet', kind: 'money' },
      { key: 'hydration', label: 'Replenish', kind: 'money' },
      { key: 'paid', label: 'Paid so far', kind: 'money' },
      { key: 'onItsWay', label: 'On its way', kind: 'money' },
      { key: 'revenue', label: 'Revenue', kind: 'money' },
    ],
    none: 'No orders in this period',
    table: 'daily_sales',
    keys: ['day'],
    sums: {
      orders: 'orders',
      cancelled: 'cancelled',
      revenue: 'revenue',
      hydration: 'hydration_revenue',
      paid: 'paid_revenue',
    },
    name: sql`day`,
    more: sql`revenue - hydration as millet, revenue - paid as on_its_way`,
    order: sql`day desc`,
  },
  salesBy('products', ['Product', 'Category'], {
    definition:
      'Orders that count as revenue and have the product as a line of its own. Value: line totals before discount and tax, less what was refunded for them; units without those that came back. The share is of the value of all products.',
    table: 'daily_products',
    keys: ['product_id'],
    names: sql`left join products on products.id = product_id::uuid left join categories on categories.id = products.category_id`,
    name: sql`coalesce(products.name, 'Unknown Product')`,
    detail: sql`categories.name`,
    rowOrders: ([id = '']) => someLines(sameId(sql`line.product_id`, id)),
  }),
  salesBy('categories', ['Category'], {
    definition:
      'As by product, by the category that a product is in today. An order with two products of a category counts once. The share is of the value of all categories.',
    table: 'daily_categories',
    keys: ['category_id'],
    ...CATEGORY,
    rowOrders: ([id = '']) => someLines(ofCategory(id)),
  }),
  salesBy('cities', ['City', 'State'], {
    definition:
      'Orders that count as revenue and their revenue, by the city of the delivery address. The share is of the revenue.',
    table: 'daily_places',
    keys: ['city', 'state'],
    name: sql`coalesce(nullif(city, ''), 'Unknown city')`,
    detail: sql`state`,
    rowOrders: ([city, state]) =>
      wholeOrders(sql`exists (select from shipping_addresses as address where address.id = orders.shipping_address_id
        and ${PLACE.city} = ${city} and ${PLACE.state} = ${state})`),
  }),
  salesBy('offers', ['Offer'], {
    definition:
      'Orders that count as revenue and their revenue, by the offer they were given. The share is of the revenue.',
    table: 'daily_offers',
    keys: ['kind', 'code'],
    name: sql`concat_ws(' ', ${nameByKey(OFFER_NAMES, 'kind', 'Offer')}, nullif(code, ''))`,
    rowOrders: ([kind, code]) => wholeOrders(sql`${OFFER_KIND} = ${kind} and ${OFFER_CODE} = ${code}`),
  }),
  salesBy('sources', ['Source'], {
    definition:
      'Orders that count as revenue and their revenue, by the kind of place that the visit which ordered came from. Nothing is stored in the browser for it, so it is unknown where the visit was interrupted: the page was loaded again, opened from an email about the account, or does not run scripts. It is also unknown of visitors who ask not to be counted and of orders by the API.',
    table: 'daily_sources',
    keys: ['source'],
    name: nameByKey(SOURCE_NAMES, 'source', 'Unknown'),
    rowOrders: ([source]) => wholeOrders(sql`${ORDER_SOURCE} = ${source}`),
  }),
  {
    id: 'returns',
    title: 'Return rates',
    definition:
      'Returned units, as recorded with the refund, divided by all units delivered. Under 3% is low, under 5% raised, anything more high.',
    columns: [
      { key: 'name', label: 'Category', kind: 'text' },
      { key: 'rate', label: 'Return rate as a bar', kind: 'levelBar' },
      { key: 'delivered', label: 'Units delivered', kind: 'count' },
      { key: 'returned', label: 'Units back', kind: 'count' },
      { key: 'rate', label: 'Level', kind: 'level' },
      { key: 'rate', label: 'Returned', kind: 'percent' },
    ],
    none: 'Nothing delivered in this period',
    table: 'daily_products',
    keys: ['category_id'],
    joinRows: (rows) => sql`(select counted.*, products.category_id from ${rows}
      left join products on products.id = counted.product_id) as counted`,
    sums: { delivered: 'delivered_units', returned: 'returned_units' },
    ...CATEGORY,
    more: sql`returned::float8 / delivered as rate`,
    main: 'returned',
    rowOrders: ([id = '']) => ({
      orders: sql`orders.status = 'delivered' and ${hasLine(sql`${ofCategory(id)} and exists (
        select from returned_items as returned where returned.order_item_id = line.id and returned.quantity > 0)`)}`,
      lines: ofCategory(id),
      counter: 'returned_units',
      isUnits: true,
      units: { label: 'Units back', sum: sql`coalesce(sum(line.units_back), 0)::int` },
    }),
  },
  {
    id: 'carriers',
    title: 'Carriers',
    definition: 'Orders that were shipped, and the time from shipped to delivered.',
    columns: [
      { key: 'name', label: 'Carrier', kind: 'text' },
      { key: 'parcels', label: 'Parcels', kind: 'count' },
      { key: 'delivered', label: 'Delivered', kind: 'count' },
      { key: 'transit', label: 'On the way', kind: 'hours' },
    ],
    none: 'Nothing shipped with a named carrier in this period',
    table: 'daily_carriers',
    keys: ['carrier'],
    sums: { parcels: 'shipped', delivered: 'delivered', seconds: 'transit_seconds' },
    name: sql`carrier`,
    more: sql`seconds::float8 / nullif(delivered, 0) / ${HOUR_SECONDS} as transit`,
    rowOrders: ([carrier]) => ({
      orders: sql`orders.status in ('shipped', 'delivered') and btrim(orders.carrier) = ${carrier}`,
      lines: sql`false`,
      counter: 'shipped',
    }),
  },
  visitsBy('source', 'Traffic sources', 'Source', SOURCE_NAMES),
  visitsBy('landing', 'Where visits began', 'Began on', LANDING_PAGE_NAMES),
]

/** Unreviewed orders first, then the newest. */
const FLAGGED: Report = {
  id: 'flagged',
  title: 'Flagged orders',
  definition: `Orders that meet one of the rules: ${Object.values(FLAG_RULE_TEXTS).join('; ')}. A flag refuses nothing: an admin looks at the order.`,
  columns: [
    { key: 'orderId', label: 'Order', kind: 'order' },
    { key: 'customer', label: 'Customer', kind: 'text', isUnder: true },
    { key: 'found', label: 'Flagged by', kind: 'text' },
    { key: 'rules', label: 'Rules', kind: 'text', isUnder: true },
    { key: 'placedAt', label: 'Placed', kind: 'time' },
    { key: 'status', label: 'Status', kind: 'text', isOnlyInFile: true },
    { key: 'total', label: 'Total', kind: 'money' },
    { key: 'reviewedAt', label: 'Reviewed', kind: 'review' },
  ],
  none: 'No order was flagged in this period',
  isPersonal: true,
  read: (db, { current: { from, to } }, position) =>
    readPage(
      db,
      sql`select order_id, users.full_name as customer, found, rules, orders.created_at as placed_at, status, total,
          reviewed_at, count(*) over ()::int as count
        from (
          select order_id, string_agg(detail, '; ' order by id) as found,
            string_agg(${JSON.stringify(FLAG_RULE_TEXTS)}::jsonb ->> rule, '; ' order by id) as rules,
            case when bool_and(reviewed_at is not null) then max(reviewed_at) end as reviewed_at
          from order_flags where created_at >= ${startOf(from)} and created_at < ${startOf(addDays(to, 1))}
          group by order_id
        ) as flagged join orders on orders.id = order_id join users on users.id = orders.user_id
        order by reviewed_at is not null, orders.created_at desc, order_id`,
      position,
    ),
}

const STOCK: Report = {
  id: 'stock',
  title: 'Stock alerts',
  definition: `Products on sale with fewer than ${LOW_STOCK_ALERT} units. Those that are sold out come first.`,
  columns: [
    { key: 'name', label: 'Product', kind: 'product' },
    { key: 'left', label: 'Left', kind: 'count' },
  ],
  none: 'Nothing runs low',
  isTimeless: true,
  read: (db, _, position) =>
    readPage(
      db,
      sql`select name, stock_quantity as left, count(*) over ()::int as count from products
        where is_active and archived_at is null and stock_quantity < ${LOW_STOCK_ALERT}
        order by stock_quantity, name, id`,
      position,
    ),
}

const SPEND: Report = {
  id: 'spend',
  title: 'Recorded spend',
  definition: 'What was spent on acquiring customers. A month counts evenly by day.',
  columns: [
    { key: 'month', label: 'Month', kind: 'month' },
    { key: 'name', label: 'Channel', kind: 'text' },
    { key: 'amount', label: 'Amount', kind: 'amount' },
  ],
  none: 'No spend recorded',
  isTimeless: true,
  read: (db, _, position) =>
    readPage(
      db,
      sql`select month::text, ${nameByKey(SPEND_CHANNEL_NAMES, 'channel', 'Other')} as name, amount,
          count(*) over ()::int as count
        from marketing_spend order by marketing_spend.month desc, channel`,
      position,
    ),
}

const REPORTS = new Map(
  [...GROUPINGS.map(reportOf), FLAGGED, STOCK, SPEND].map((report) => [report.id, report]),
)

function reportOf(grouping: Grouping): Report {
  // Column names of a row are in camel case.
  const keys = grouping.keys.map((key) => key.replace('_id', 'Id'))
  return {
    ...headOf(grouping),
    ...(grouping.rowOrders && { opens: { report: 'orders', keys } }),
    read: (db, period, position) => readPage(db, groupsOf(grouping, period), position),
  }
}

function headOf({ id, title, definition, columns, none, isCompared, opens }: Grouping): ReportHead {
  return { id, title, definition, columns, none, ...(isCompared && { isCompared }), ...(opens && { opens }) }
}

export function allReports(): Report[] {
  return [...REPORTS.values()]
}

/** Returns the report with this id, about the part that the query string names, or null. */
export async function findReport(db: Db, id: string, params: URLSearchParams): Promise<Report | null> {
  if (id !== 'orders' && id !== 'visits') return REPORTS.get(id) ?? null
  const by = params.get('by')
  const part = by
    ? partOf(
        GROUPINGS.find((grouping) => grouping.id === by),
        params.getAll('key'),
      )
    : null
  if (by && !part) return null
  if (id === 'orders') return ordersReport(db, part ?? { grouping: ALL, keys: [] })
  if (part && part.grouping.opens?.report !== id) return null
  return {
    ...headOf(VISITS),
    ...(part && { title: `Visits: ${await nameOfPart(db, part)}` }),
    read: (of, period, position) => readPage(of, groupsOf(VISITS, period, part), position),
  }
}

/** Returns the orders behind a row of a report. */
async function ordersReport(db: Db, part: Part): Promise<Report | null> {
  const { grouping, keys } = part
  const rowOrders = grouping.rowOrders?.(keys)
  if (!rowOrders) return null
  const { units, value, isUnits } = rowOrders
  const sums = grouping.columns.filter(({ kind }) => kind === 'count' || kind === 'money')
  return {
    id: 'orders',
    title: `Orders: ${await nameOfPart(db, part)}`,
    definition: grouping.definition,
    columns: [
      { key: 'orderId', label: 'Order', kind: 'order' },
      { key: 'customer', label: 'Customer', kind: 'text', isUnder: true },
      { key: 'placedAt', label: 'Placed', kind: 'time' },
      ...(units ? [{ key: 'units', label: units.label, kind: 'count' } as const] : []),
      ...(value ? [{ key: 'value', label: value.label, kind: 'amount' } as const] : []),
    ],
    none: 'No orders in this period',
    isPersonal: true,
    read: async (of, period, position) => {
      const [{ rows, next }, sum] = await Promise.all([
        readOrderRows(of, { ...part, rowOrders }, period, position),
        sumsOfPart(of, part, period),
      ])
      const totals = sums.map(({ key, label, kind }) => ({ label, kind, value: sum?.[key] ?? 0 }))
      return { rows, next, count: isUnits ? null : Number(totals[0]?.value ?? 0), totals }
    },
  }
}
