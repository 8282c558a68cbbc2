import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#shop/ctx.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { taxesByRate } from '#shop/kernel/taxed.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { olderThan } from '#shop/lists.read.ts'
import { NO_ORDER_HISTORY, type OrderHistory } from '#shop/orders/limits.ts'
import type { Order, OrderStatus } from '#shop/orders/order.ts'
import type { OrderRequest, ReplacedLine } from '#shop/orders/request.ts'
import type { RequestPhoto } from '#shop/orders/request-photo.ts'
import { IS_WRITTEN_OFF } from '#shop/payments/payments.read.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

export type OrderFilter = {
  /** Null: orders of all customers. */
  userId: string | null
  status?: OrderStatus | undefined
  ids?: readonly string[] | undefined
  idPrefix?: string | undefined
  limit: number
  /** Only orders older than this id. */
  after?: string | undefined
}

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .innerJoin('shippingAddresses as address', 'address.id', 'orders.shippingAddressId')
    .select([
      'orders.id',
      'orders.userId',
      'orders.createdAt',
      'orders.status',
      'paymentStatus',
      'paymentMethod',
    ])
    .select(IS_WRITTEN_OFF.as('isWrittenOff'))
    .select([
      'subtotal',
      'discount',
      'tax',
      'pricesIncludeTax',
      'shippingFee',
      'roundOff',
      'total',
      'advance',
    ])
    .select(['couponCode', 'discountLabel'])
    .select(['trackingNumber', 'carrier', 'notes', 'version', 'businessName', 'gstin', 'businessAddress'])
    .select(['users.fullName as customerName', 'users.email as customerEmail'])
    .select(['address.fullName', 'address.phone', 'address.addressLine1', 'address.addressLine2'])
    .select(['address.city', 'address.state', 'address.postalCode'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orderItems')
          .leftJoin('products', 'products.id', 'orderItems.productId')
          .select(['orderItems.id', 'orderItems.productId', 'orderItems.name', 'quantity', 'unitPrice'])
          .select(['orderItems.hsnCode', 'orderItems.allergens'])
          .select(['orderItems.taxRate', 'orderItems.taxable', 'orderItems.tax'])
          .select(['totalPrice', 'products.name as currentName', 'products.price', 'products.imageUrls'])
          .select(['products.isActive', 'products.archivedAt'])
          .select((inner) =>
            jsonArrayFrom(
              inner
                .selectFrom('orderItemTastemakers')
                .select(['orderItemTastemakers.productId', 'orderItemTastemakers.name', 'count'])
                .whereRef('orderItemId', '=', 'orderItems.id')
                .orderBy('orderItemTastemakers.position'),
            ).as('tastemakers'),
          )
          .whereRef('orderItems.orderId', '=', 'orders.id')
          .orderBy('position'),
      ).as('items'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orderEvents')
          .select(['orderEvents.id', 'kind', 'fromStatus', 'toStatus', 'note', 'orderEvents.createdAt'])
          .select(['orderEvents.actorId'])
          .whereRef('orderId', '=', 'orders.id')
          .orderBy('orderEvents.id'),
      ).as('events'),
    )
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

function toOrder(row: OrderRow): Order {
  const { fullName, phone, addressLine1, addressLine2, city, state, postalCode, businessName, ...rest } = row
  const { gstin, businessAddress, ...order } = rest
  const items = row.items.map(toItem)
  return {
    ...order,
    customerEmail: realEmail(order.customerEmail) ?? '',
    taxes: taxesByRate(items, order.tax),
    shippingAddress: { fullName, phone, addressLine1, addressLine2, city, state, postalCode },
    business: gstin === null ? null : { name: businessName ?? '', gstin, address: businessAddress },
    items,
    events: row.events.map(({ actorId, ...event }) => ({
      ...event,
      fromStatus: event.fromStatus as OrderStatus | null,
      toStatus: event.toStatus as OrderStatus,
      createdAt: new Date(event.createdAt),
      by: actorId === null ? 'system' : actorId === row.userId ? 'customer' : 'shop',
    })),
  }
}

function toItem(row: OrderRow['items'][number]): Order['items'][number] {
  const { currentName, price, imageUrls, isActive, archivedAt, taxRate, ...item } = row
  const isOnSale = isActive === true && archivedAt === null
  return {
    ...item,
    rate: taxRate,
    product:
      currentName === null || price === null
        ? null
        : { name: currentName, price, imageUrls: imageUrls ?? [], isOnSale },
  }
}

/** Compiled once, since compiling takes longer than the query. */
let columns: RawBuilder<OrderRow> | undefined

/** `clauses`: the rest of the statement, beginning with `where`. */
async function readOrders(db: Db, clauses: RawBuilder<unknown>): Promise<Order[]> {
  columns ??= sql.raw(selectOrders(db).compile().sql)
  const { rows } = await sql<OrderRow>`${columns} ${clauses}`.execute(db)
  return rows.map(toOrder)
}

/** Returns the order; null for an unknown or malformed id. */
export async function findOrder(db: Db, id: string): Promise<Order | null> {
  if (!isUuid(id)) return null
  const [order] = await readOrders(db, sql`where orders.id = ${id} ${PREPARED}`)
  return order ?? null
}

export async function listOrders(db: Db, filter: OrderFilter): Promise<Order[]> {
  const { userId, status, ids, idPrefix, after, limit } = filter
  const range = idPrefix ? idRange(idPrefix) : undefined
  if (range === null) return []
  const conditions = [sql`true`]
  if (userId) conditions.push(sql`orders.user_id = ${userId}`)
  if (status) conditions.push(sql`orders.status = ${status}`)
  if (ids) conditions.push(sql`orders.id = any(${ids}::uuid[])`)
  if (range) conditions.push(sql`orders.id between ${range.from} and ${range.to}`)
  if (after) conditions.push(olderThan('orders', after, userId))
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  return readOrders(db, sql`${where} order by orders.created_at desc, orders.id desc limit ${limit}`)
}

/** Returns the orders with these ids, in the order of the ids. */
export async function listOrdersIn(db: Db, ids: readonly string[]): Promise<Order[]> {
  const found = ids.length === 0 ? [] : await listOrders(db, { userId: null, ids, limit: ids.length })
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Returns the order that this person placed with the key. */
export async function orderPlacedWith(db: Db, userId: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .innerJoin('orders', 'orders.id', 'resultId')
    .select('orders.id')
    .where('idempotencyKeys.userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}

/** '3f2a' is 3f2a0000-… to 3f2affff-…; null for a prefix that no id has. */
export function idRange(prefix: string): { from: string; to: string } | null {
  const digits = cleanValue(prefix).replace(/^#/, '').replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null
  const asUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { from: asUuid(digits.padEnd(32, '0')), to: asUuid(digits.padEnd(32, 'f')) }
}

export async function lastAddress(db: Db, userId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('shippingAddresses as address', 'address.id', 'orders.shippingAddressId')
    .select(['address.fullName', 'address.phone', 'address.addressLine1', 'address.addressLine2'])
    .select(['address.city', 'address.state', 'address.postalCode'])
    .where('orders.userId', '=', userId)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .modifyFront(PREPARED)
    .executeTakeFirst()
}

/** Returns the order's requests, oldest first. */
export function requestsOfOrder(db: Db, orderId: string): Promise<OrderRequest[]> {
  return requestsOfOrders(db, [orderId])
}

export async function requestsOfOrders(db: Db, orderIds: readonly string[]): Promise<OrderRequest[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('orderRequests')
    .select(['id', 'orderId', 'kind', 'reason', 'details', 'wish', 'status', 'amount', 'replaced', 'answer'])
    .select(['requestedAt', 'decidedAt'])
    .where('orderId', 'in', [...orderIds])
    .orderBy('requestedAt')
    .orderBy('status')
    .execute()
  return rows.map((row) => ({ ...row, replaced: row.replaced as ReplacedLine[] | null }))
}

/** Returns the units returned with earlier refunds, by item id. */
export async function returnedSoFar(db: Db, orderId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('returnedItems')
    .innerJoin('orderItems', 'orderItems.id', 'returnedItems.orderItemId')
    .select('orderItemId')
    .select(({ fn }) => fn.sum<string>('returnedItems.quantity').as('units'))
    .where('orderItems.orderId', '=', orderId)
    .groupBy('orderItemId')
    .execute()
  return Object.fromEntries(rows.map(({ orderItemId, units }) => [orderItemId, Number(units)]))
}

export async function photosOfOrder(db: Db, orderId: string): Promise<RequestPhoto[]> {
  return db
    .selectFrom('requestPhotos')
    .innerJoin('orderRequests', 'orderRequests.id', 'requestPhotos.requestId')
    .select(['requestPhotos.id', 'orderRequests.id as requestId', 'width', 'height'])
    .where('orderRequests.orderId', '=', orderId)
    .orderBy('requestPhotos.createdAt')
    .orderBy('requestPhotos.id')
    .execute()
}

/** Reads the customer's earlier orders. `phone`: the phone number of the next order; null if unknown. */
export async function readOrderHistory(
  db: Db,
  actor: Actor,
  phone: string | null = null,
): Promise<OrderHistory> {
  if (actor.kind === 'visitor') return NO_ORDER_HISTORY
  const { rows } = await sql<OrderHistory>`${PREPARED}
    select (count(*) filter (where status <> 'delivered' and payment_status in ('pending', 'failed')))::int
        as open_unpaid,
      (select count(*) from shipping_addresses as address
          join orders as others on others.shipping_address_id = address.id
        where address.phone = ${phone}::text and others.status not in ('cancelled', 'delivered')
          and others.payment_status in ('pending', 'failed')
      )::int as open_for_phone,
      coalesce(sum(total) filter (where status <> 'delivered' and payment_status in ('pending', 'failed')), 0)::bigint
        as open_value,
      coalesce(bool_or(status = 'delivered' and payment_status in ('collected', 'paid')), false) as is_known,
      count(*) > 0 as has_ordered
    from orders where user_id = ${actor.id}::uuid and status <> 'cancelled'`.execute(db)
  return rows[0] ?? NO_ORDER_HISTORY
}

/** Returns the order's state and the id of its last event; null when it does not exist. */
export async function orderState(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .select(['userId', 'status', 'paymentStatus', 'trackingNumber', 'carrier'])
    .select((eb) =>
      eb
        .selectFrom('orderEvents')
        .select(({ fn }) => fn.max('orderEvents.id').as('last'))
        .whereRef('orderId', '=', 'orders.id')
        .as('lastEventId'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row ? { ...row, lastEventId: Number(row.lastEventId ?? 0) } : null
}

/** Enough for a reconnecting client, since each entry is sent with the current state. */
const MAX_ENTRIES = 50

export async function orderUpdates(db: Db, orderId: string, after: number) {
  return db
    .selectFrom('orderEvents')
    .select(['id', 'kind', 'note'])
    .where('orderId', '=', orderId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
}
