/** Lists of orders by filters, for staff and API. Keyset pagination makes every page as fast as the first. */

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { addDays, startOf } from '#shop/kernel/day.ts'
import { isGstin } from '#shop/kernel/gst-states.ts'
import { cleanValue, foldText, likePattern } from '#shop/kernel/text.ts'
import { hasWords } from '#shop/name-words.sql.ts'
import type { ListedOrder, ListingSearch, PaymentState } from '#shop/orders/listing.ts'
import { idRange } from '#shop/orders/orders.read.ts'
import { IS_WRITTEN_OFF } from '#shop/payments/payments.read.ts'

export type Listing = { orders: ListedOrder[]; hasPrevious: boolean; hasNext: boolean }

/** A common name is searched among this many newest or oldest orders, a rarer one through the name index. */
const FIRST_ORDERS = 1_000
/** With more name matches than this, scanning all orders is faster. */
const MAX_NAMED = 2_500
/** With more orders of a city or product than this, scanning by date fills a page sooner than the index. */
const MAX_IDS = 10_000
/** At most this many orders or customers match a phone number, tracking number or email prefix. */
const MAX_NUMBER_MATCHES = 500

/** `lateBefore`: orders placed before this moment are late. */
export type ListingTimes = { now: Date; lateBefore: Date }

type Condition = RawBuilder<unknown>

type ListingQuery = ListingSearch & ListingTimes & { scope: { source: Condition; conditions: Condition[] } }

export async function listForAdmin(db: Db, filters: ListingSearch, times: ListingTimes, limit: number) {
  const search = { ...filters, ...times, scope: await findScope(db, filters) }
  const numberMatch = await findNumberMatch(db, search.text)
  const rows =
    (await searchFirst(db, search, numberMatch, limit)) ?? (await searchAll(db, search, numberMatch, limit))
  const isBackward = search.before !== null
  const hasMore = rows.length > limit
  const page = rows.slice(0, limit)
  if (isBackward) return { orders: page.toReversed(), hasPrevious: hasMore, hasNext: true }
  return { orders: page, hasPrevious: search.after !== null, hasNext: hasMore }
}

/** Searches only the first orders. Returns null if their matches do not fill the page and more orders follow. */
async function searchFirst(db: Db, search: ListingQuery, numberMatch: Condition | null, limit: number) {
  const { text } = search
  if (text === '' || text.startsWith('#') || isGstin(gstinIn(text))) return null
  const first = sql`(select orders.* from ${search.scope.source} where ${conditionsOf(search)} ${orderOf(search)} limit ${FIRST_ORDERS}) as orders`
  const matches = anyOf([rangeOf(text), nameScan(text), numberMatch])
  const rows = await rowsOf(db, search, first, matches, limit)
  if (rows.length > limit) return rows
  const next = await sql`
    select from ${search.scope.source} where ${conditionsOf(search)} ${orderOf(search)} offset ${FIRST_ORDERS} limit 1`.execute(
    db,
  )
  return next.rows.length === 0 ? rows : null
}

async function searchAll(db: Db, search: ListingQuery, numberMatch: Condition | null, limit: number) {
  const matches = await searchCondition(db, search, numberMatch)
  const condition = matches ? sql`${conditionsOf(search)} and ${matches}` : conditionsOf(search)
  return rowsOf(db, search, search.scope.source, condition, limit)
}

async function rowsOf(db: Db, search: ListingQuery, orders: Condition, condition: Condition, limit: number) {
  const { rows } = await sql<ListedOrder>`
    select orders.id, users.full_name as customer_name, address.city, orders.status, payment_status, payment_method,
      ${IS_WRITTEN_OFF} as is_written_off, total, orders.created_at, tracking_number, carrier, version,
      (select hold_until from payment_intents as intent where intent.order_id = orders.id and intent.is_current) as hold_until,
      exists (select from order_requests as open where open.order_id = orders.id and open.status = 'open') as is_waiting
    from (select orders.* from ${orders} where ${condition} ${orderOf(search)} limit ${limit + 1}) as orders
    join users on users.id = orders.user_id
    join shipping_addresses as address on address.id = orders.shipping_address_id
    ${orderOf(search)}`.execute(db)
  return rows
}

function conditionsOf(search: ListingQuery): RawBuilder<unknown> {
  const { status, isWaiting, request, isLate, customer, since, until, payment, method } = search
  const { coupon, hasCode, now } = search
  const edgeId = search.after ?? search.before
  const conditions = [
    ...(status ? [sql`orders.status = ${status}`] : []),
    ...(isWaiting ? [sql`orders.id in (select order_id from order_requests where status = 'open')`] : []),
    ...(request
      ? [sql`orders.id in (select order_id from order_requests where status = 'open' and kind = ${request})`]
      : []),
    ...(isLate ? [lateOrders(search.lateBefore)] : []),
    ...(customer ? [sql`orders.user_id = ${customer}`] : []),
    ...(since ? [sql`orders.created_at >= ${startOf(since)}`] : []),
    ...(until ? [sql`orders.created_at < ${startOf(addDays(until, 1))}`] : []),
    ...(payment ? [paymentCondition(payment, now)] : []),
    ...(method ? [sql`orders.payment_method = ${method}`] : []),
    ...(coupon ? [sql`upper(orders.coupon_code) = ${coupon}`] : []),
    ...(hasCode ? [WITH_CODE] : []),
    ...search.scope.conditions,
    ...(edgeId ? [keysetCondition(edgeId, search)] : []),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Restricts a list to a city and product. A rare one is looked up in its index, a common one becomes a condition. */
async function findScope(db: Db, { city, product }: ListingSearch): Promise<ListingQuery['scope']> {
  const toCity = sql`exists (select from shipping_addresses as to_city where to_city.id = orders.shipping_address_id
    and folded(to_city.city) = ${foldText(city ?? '')})`
  const withProduct = sql`(exists (select from order_items as item where item.order_id = orders.id and item.product_id = ${product})
    or exists (select from order_items as item
      join order_item_tastemakers as pick on pick.order_item_id = item.id
      where item.order_id = orders.id and pick.product_id = ${product}))`
  const conditions = [...(city ? [toCity] : []), ...(product ? [withProduct] : [])]
  if (product) {
    const ids = await listFewIds(db, (limit) => {
      const inLines = sql`select order_id from order_items where product_id = ${product} limit ${limit}`
      const inMixes = sql`select item.order_id from order_item_tastemakers as pick
        join order_items as item on item.id = pick.order_item_id where pick.product_id = ${product} limit ${limit}`
      return sql`(${inLines}) union all (${inMixes})`
    })
    if (ids) return { source: ordersAmong(sql`id = any(${ids}::uuid[])`), conditions }
  }
  if (city) {
    const ids = await listFewIds(
      db,
      (limit) => sql`select id from shipping_addresses where folded(city) = ${foldText(city)} limit ${limit}`,
    )
    if (ids) return { source: ordersAmong(sql`shipping_address_id = any(${ids}::uuid[])`), conditions }
  }
  return { source: sql`orders`, conditions }
}

async function listFewIds(db: Db, ids: (limit: number) => RawBuilder<unknown>): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] }>`select array(${ids(MAX_IDS + 1)}) as ids`.execute(db)
  const found = rows[0]?.ids ?? []
  return found.length > MAX_IDS ? null : found
}

/** Selects the matching orders. `offset 0` keeps PostgreSQL from scanning all orders by date instead. */
function ordersAmong(condition: Condition): RawBuilder<unknown> {
  return sql`(select * from orders where ${condition} offset 0) as orders`
}

/** True for orders with a coupon or a friend's code. */
export const WITH_CODE = sql<boolean>`notes like '%Coupon applied%'`

const IS_OPEN_CARD = sql`orders.payment_method = 'card' and orders.payment_status in ('pending', 'failed')
  and orders.status <> 'cancelled'`

/** Returns the SQL of `paymentStateOf`. 'unpaid' includes 'held', 'hold_over' and 'other_amount'. */
export function paymentCondition(payment: PaymentState, now: Date): RawBuilder<unknown> {
  const held = sql`exists (select from payment_intents as intent where intent.order_id = orders.id and intent.is_current
    and intent.hold_until > ${now}) and orders.payment_status = 'pending'`
  switch (payment) {
    case 'collected':
    case 'refunded':
      return sql`orders.payment_status = ${payment}`
    case 'paid':
      return sql`orders.payment_status = 'paid' and not ${IS_WRITTEN_OFF}`
    case 'written_off':
      return IS_WRITTEN_OFF
    case 'cash_due':
      return sql`orders.payment_method = 'cod' and orders.payment_status in ('pending', 'failed')
        and orders.status <> 'cancelled'`
    case 'unpaid':
      return IS_OPEN_CARD
    case 'held':
      return sql`${IS_OPEN_CARD} and ${held}`
    case 'other_amount':
      return sql`${IS_OPEN_CARD} and exists (select from payment_intents as intent
        where intent.order_id = orders.id and intent.is_current and intent.status = 'held')`
    case 'disputed':
      return sql`exists (select from payments where payments.order_id = orders.id
        and payments.dispute_status = 'open')`
    case 'hold_over':
      return sql`${IS_OPEN_CARD} and exists (select from payment_intents as intent
        where intent.order_id = orders.id and intent.is_current and intent.status <> 'held') and not (${held})`
  }
}

/** Returns the condition for paid and cash orders that should have been shipped by now. */
export function lateOrders(lateBefore: Date): RawBuilder<unknown> {
  return sql`orders.status in ('pending', 'processing') and orders.created_at < ${lateBefore}
    and (orders.payment_method = 'cod' or orders.payment_status = 'paid') and ${WAITING_SINCE} < ${lateBefore}`
}

/** The time of reopening or of a granted replacement, otherwise of placing. */
export const WAITING_SINCE = sql<Date>`coalesce((select max(event.created_at) from order_events as event
  where event.order_id = orders.id and event.kind = 'status' and event.to_status in ('pending', 'processing')
    and event.from_status in ('shipped', 'delivered', 'cancelled')), orders.created_at)`

function isNewestFirst({ sort, before: nextId }: ListingSearch): boolean {
  return (sort === 'newest') === (nextId === null)
}

function orderOf(search: ListingSearch): RawBuilder<unknown> {
  return isNewestFirst(search)
    ? sql`order by orders.created_at desc, orders.id desc`
    : sql`order by orders.created_at, orders.id`
}

/** Sums the daily rollups and counts the orders of days whose rollup is outdated, in one snapshot. */
export async function countOrders(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with changed as (select distinct (placed_at at time zone 'Asia/Kolkata')::date as day from rollup_marks)
    select
      (select coalesce(sum(orders), 0) from daily_sales where day not in (select day from changed))::bigint
      + (select count(*) from changed join orders
          on orders.created_at >= changed.day::timestamp at time zone 'Asia/Kolkata'
          and orders.created_at < (changed.day + 1)::timestamp at time zone 'Asia/Kolkata')
      as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Counts the matches on all pages. Call it only for one customer's orders, because filtering all orders may take
 * long. `countOrders` counts all orders.
 */
export async function countMatches(db: Db, filters: ListingSearch, times: ListingTimes): Promise<number> {
  const scope = await findScope(db, filters)
  const search = { ...filters, ...times, scope, after: null, before: null }
  const matches = await searchCondition(db, search, await findNumberMatch(db, search.text))
  const condition = matches ? sql`${conditionsOf(search)} and ${matches}` : conditionsOf(search)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${scope.source} where ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Matches nothing if the order does not exist, or belongs to a customer other than the list's. */
function keysetCondition(orderId: string, search: ListingSearch): RawBuilder<unknown> {
  const { customer } = search
  const edge = sql`(select last.created_at, last.id from orders as last
    where last.id = ${orderId}::uuid and (${customer}::uuid is null or last.user_id = ${customer}::uuid))`
  return isNewestFirst(search)
    ? sql`(orders.created_at, orders.id) < ${edge}`
    : sql`(orders.created_at, orders.id) > ${edge}`
}

/** Matches an id prefix, words of a name, a GSTIN or a number. Returns null without a search text. */
async function searchCondition(db: Db, { text }: ListingSearch, numberMatch: Condition | null) {
  if (text === '') return null
  const byId = rangeOf(text)
  if (text.startsWith('#')) return byId ?? sql`false`
  if (isGstin(gstinIn(text))) return sql`orders.gstin = ${gstinIn(text)}`
  const { rows } = await sql<{ ids: Record<'users' | 'addresses' | 'orders', string[]> }>`
    select json_build_object(
      'users', array(select id from users where ${hasWords(sql`full_name`, text)} limit ${MAX_NAMED + 1}),
      'addresses', array(select id from shipping_addresses where ${hasWords(sql`full_name`, text)} limit ${MAX_NAMED + 1}),
      'orders', array(select id from orders where business_name is not null and ${hasWords(sql`business_name`, text)}
        limit ${MAX_NAMED + 1})) as ids`.execute(db)
  const { users, addresses, orders } = rows[0]?.ids ?? { users: [], addresses: [], orders: [] }
  const isCommon = [users, addresses, orders].some(({ length }) => length > MAX_NAMED)
  const byName = sql`orders.user_id = any(${users}::uuid[]) or orders.shipping_address_id = any(${addresses}::uuid[])
    or orders.id = any(${orders}::uuid[])`
  return anyOf([byId, isCommon ? nameScan(text) : byName, numberMatch])
}

/** Looks up each index in a query of its own, since one condition over five tables would scan every order. */
async function findNumberMatch(db: Db, typed: string): Promise<Condition | null> {
  const text = cleanValue(typed)
  // Shorter texts match too many tracking numbers.
  if (text.length < 4 || text.startsWith('#')) return null
  const phone = phoneDigits(text) ?? ''
  const start = likePattern(text.toLowerCase()).slice(1)
  const email = text.includes('@') ? start : ''
  const { rows } = await sql<{ orders: string[]; users: string[] }>`
    select array(
      (select id from orders where tracking_number is not null and lower(tracking_number) like ${start}
        limit ${MAX_NUMBER_MATCHES})
      union all select order_id from invoices where number in (${text}, upper(${text}))
      union all select order_id from credit_notes where number in (${text}, upper(${text}))
      union all select orders.id from (
        select id, user_id from shipping_addresses where phone = ${phone} and ${phone} <> ''
        order by created_at desc limit ${MAX_NUMBER_MATCHES}
      ) as address join orders on orders.user_id = address.user_id and orders.shipping_address_id = address.id
    ) as orders, array(
      (select id from users where ${email} <> '' and lower(email) like ${email} limit ${MAX_NUMBER_MATCHES})
      union all select id from users
        where phone_number is not null and right(regexp_replace(phone_number, '\\D', '', 'g'), 10) = ${phone} and ${phone} <> ''
    ) as users`.execute(db)
  const { orders, users } = rows[0] ?? { orders: [], users: [] }
  if (orders.length + users.length === 0) return null
  return sql`(orders.id = any(${orders}::uuid[]) or orders.user_id = any(${users}::uuid[]))`
}

function gstinIn(text: string): string {
  return cleanValue(text).replace(/[\s-]/g, '').toUpperCase()
}

function rangeOf(text: string): RawBuilder<unknown> | null {
  const range = idRange(text)
  return range && sql`orders.id between ${range.from}::uuid and ${range.to}::uuid`
}

/** Uses a subquery, so that PostgreSQL scans orders only until the page is full. */
function nameScan(text: string): RawBuilder<unknown> {
  const ofCustomer = sql`select ${hasWords(sql`users.full_name`, text)} from users where users.id = orders.user_id`
  const ofRecipient = sql`select ${hasWords(sql`to_name.full_name`, text)} from shipping_addresses as to_name
    where to_name.id = orders.shipping_address_id`
  return sql`(${hasWords(sql`orders.business_name`, text)} or (${ofCustomer}) or (${ofRecipient}))`
}

function anyOf(conditions: (Condition | null)[]): Condition {
  const present = conditions.filter((condition) => condition !== null)
  return sql`(${sql.join(present, sql` or `)})`
}

/** Returns all products by name, including archived products, for the product filter. */
export async function listFilterProducts(db: Db): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('products').select(['id', 'name']).orderBy('name').orderBy('id').limit(1000).execute()
}
