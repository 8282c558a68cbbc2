import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allergensOfLine, type PricedCart } from '#shop/carts/priced-cart.ts'
import type { Db, Jobs, ShippingPolicy } from '#shop/ctx.ts'
import type { ShippingAddress } from '#shop/customers/address.ts'
import type { Business } from '#shop/customers/business-input.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { OrderEvent, OrderEventKind, OrderStatus } from '#shop/orders/order.ts'
import type { Source } from '#shop/orders/visit-source.ts'
import type { PaymentMethod, PaymentStatus } from '#shop/payments/payment.ts'
import { PREPARED } from '#shop/prepared-statement.ts'
import type { DiscountKind } from '#shop/pricing/discounts.ts'

export type NewOrderEvent = Omit<OrderEvent, 'id' | 'kind' | 'by'> & {
  orderId: string
  /** 'status' when omitted. */
  kind?: OrderEventKind
  actorId: string | null
}

export async function insertEvent(db: Db, event: NewOrderEvent): Promise<number> {
  const { id } = await db.insertInto('orderEvents').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

type MailedEvent = Omit<NewOrderEvent, 'fromStatus' | 'toStatus' | 'createdAt'> & {
  status: OrderStatus
  now: Date
}

export async function insertMailedEvent(db: Db, jobs: Jobs, { status, now, ...event }: MailedEvent) {
  const states = { fromStatus: status, toStatus: status }
  const eventId = await insertEvent(db, { ...event, ...states, createdAt: now })
  await jobs.send(db, { queue: 'order-moved', data: { orderId: event.orderId, eventId } })
}

/** Returns false, without a change, if status or payment status have changed since the caller read them. */
export async function changeStatus(
  db: Db,
  change: { orderId: string; from: OrderStatus; to: OrderStatus; paymentStatus: PaymentStatus; now: Date },
): Promise<boolean> {
  const changed = await db
    .updateTable('orders')
    .set(({ eb }) => ({ status: change.to, version: eb('version', '+', 1), updatedAt: change.now }))
    .where('id', '=', change.orderId)
    .where('status', '=', change.from)
    .where('paymentStatus', '=', change.paymentStatus)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function setPaymentStatus(db: Db, orderId: string, paymentStatus: PaymentStatus, now: Date) {
  const { status } = await db
    .updateTable('orders')
    .set({ paymentStatus, updatedAt: now })
    .where('id', '=', orderId)
    .returning('status')
    .executeTakeFirstOrThrow()
  return status
}

/** Changes a pending card order to cash; returns false if it is no longer pending. */
export async function changeToCash(
  db: Db,
  orderId: string,
  { roundOff, total }: Pick<LockedOrder, 'roundOff' | 'total'>,
  now: Date,
): Promise<boolean> {
  const cash = { paymentMethod: 'cod', roundOff, total }
  const changed = await db
    .updateTable('orders')
    .set(({ eb }) => ({ ...cash, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', orderId)
    .where('paymentMethod', '=', 'card')
    .where('paymentStatus', '=', 'pending')
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export type OrderDetails = { trackingNumber?: string | null; carrier?: string | null }

export async function updateDetails(db: Db, orderId: string, details: OrderDetails, now: Date) {
  await db
    .updateTable('orders')
    .set(({ eb }) => ({ ...details, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', orderId)
    .execute()
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Locks the order's row until the transaction ends; null for an unknown order. */
export async function lockOrder(db: Db, orderId: string) {
  if (!isUuid(orderId)) return null
  const row = await db
    .selectFrom('orders')
    .select(['userId', 'status', 'paymentMethod', 'paymentStatus', 'version', 'roundOff', 'total', 'advance'])
    .select(['trackingNumber', 'carrier', 'discountKind', 'couponId', 'shippingRate', 'freeShippingAbove'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Returns when the order last got this status; null if its history does not contain it. */
export async function lastReached(db: Db, orderId: string, status: OrderStatus): Promise<Date | null> {
  const row = await db
    .selectFrom('orderEvents')
    .select('createdAt')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'status')
    .where('toStatus', '=', status)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

export async function customerOf(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('orders').select('userId').where('id', '=', orderId).executeTakeFirst()
  return row?.userId ?? null
}

export type OrderDiscount = {
  notes: string | null
  /** Null for a referral code. */
  couponId: string | null
  couponCode: string | null
  discountKind: DiscountKind | null
  discountLabel: string | null
}

export type NewOrder = OrderDiscount & {
  id: string
  userId: string
  /** The customer, or staff. */
  actorId: string
  idempotencyKey: string
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  source: Source | null
  address: ShippingAddress
  business: Business | null
  shipping: ShippingPolicy
  cart: PricedCart
  now: Date
}

/** `couponId`: the cart's coupon, which another discount may replace. */
export function discountColumns({ appliedDiscount: applied }: PricedCart, couponId: string | null) {
  return {
    couponId: applied?.kind === 'coupon' ? couponId : null,
    couponCode: applied?.code ?? null,
    discountKind: applied?.kind ?? null,
    discountLabel: applied?.label ?? null,
    notes: applied?.code ? `Coupon applied: ${applied.code}` : null,
  } satisfies OrderDiscount
}

/**
 * Inserts the order in one statement, since other orders wait during each round trip. The line of a product that has
 * been deleted is left out; `allocateStock` then fails. Returns false for a closed account.
 */
export async function insertOrder(db: Db, order: NewOrder): Promise<boolean> {
  const { id, userId, address, shipping, cart, now } = order
  const { subtotal, discount, tax, pricesIncludeTax, shippingFee, roundOff, total } = cart.quote
  const addressId = randomUUID()
  const { rows } = await sql`${PREPARED}
    with account as (
      select id from users where id = ${userId}::uuid and deleted_at is null for key share
    ), placed as (
      insert into orders (id, user_id, idempotency_key, status, payment_status, payment_method,
        subtotal, discount, tax, prices_include_tax, shipping_fee, round_off, total, notes, coupon_id, coupon_code, discount_kind,
        discount_label, source, business_name, gstin, business_address, shipping_rate, free_shipping_above,
        shipping_address_id, created_at, updated_at)
      select ${id}::uuid, account.id, ${order.idempotencyKey}, 'pending',
        ${order.paymentStatus}, ${order.paymentMethod}, ${subtotal}::bigint, ${discount}::bigint, ${tax}::bigint,
        ${pricesIncludeTax}, ${shippingFee}::bigint, ${roundOff}::int, ${total}::bigint, ${order.notes}, ${order.couponId}::uuid,
        ${order.couponCode}, ${order.discountKind}, ${order.discountLabel}, ${order.source}, ${order.business?.name ?? null}, ${order.business?.gstin ?? null},
        ${order.business?.address ?? null}, ${shipping.fee}::bigint, ${shipping.freeAbove}::bigint, ${addressId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from account
      returning id, user_id
    ), address as (
      insert into shipping_addresses (id, user_id, full_name, phone, address_line1, address_line2, city, state,
        postal_code, created_at)
      select ${addressId}::uuid, user_id, ${address.fullName}, ${address.phone}, ${address.addressLine1},
        ${address.addressLine2}, ${address.city}, ${address.state}, ${address.postalCode}, ${now}::timestamptz
      from placed
    ), ${itemInserts(cart)}, event as (
      insert into order_events (order_id, to_status, actor_id, created_at)
      select id, 'pending', ${order.actorId}::uuid, ${now}::timestamptz from placed
    )
    select from placed`.execute(db)
  return rows.length > 0
}

/** Returns queries of a `with` clause that insert the lines of the order in its query `placed`. */
function itemInserts(cart: PricedCart) {
  const { lines, picks } = rowsOf(cart)
  const sold = [...lines, ...picks].map((row) => row.product_id)
  return sql`sold as (
      select id, hsn_code from products where id = any(${sold}::uuid[]) order by id for key share
    ), items as (
      insert into order_items (id, order_id, position, product_id, name, quantity, unit_price, total_price, tax_rate,
        taxable, tax, hsn_code, allergens)
      select line.id, placed.id, position, line.product_id, line.name, quantity, unit_price, total_price, line.tax_rate,
        line.taxable, line.tax, hsn_code, line.allergens
      from placed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id uuid, position int,
        product_id uuid, name text, quantity int, unit_price bigint, total_price bigint, tax_rate int, taxable bigint,
        tax bigint, allergens text)
      join sold on sold.id = line.product_id
    ), picks as (
      insert into order_item_tastemakers (order_item_id, position, product_id, name, count)
      select pick.order_item_id, pick.position, pick.product_id, pick.name, pick.count
      from placed, jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as pick (order_item_id uuid, position int,
        product_id uuid, name text, count int)
      join sold on sold.id = pick.product_id
    )`
}

export type ReplacedItems = {
  orderId: string
  cart: PricedCart
  discount: OrderDiscount
  payment: Pick<LockedOrder, 'paymentMethod' | 'paymentStatus' | 'advance'>
  now: Date
}

/** Replaces the lines, sums and payment of an order that the caller has locked. */
export async function replaceItems(db: Db, { orderId, cart, discount, payment, now }: ReplacedItems) {
  const { taxes: _taxes, lines: _lines, ...sums } = cart.quote
  await db.deleteFrom('orderItems').where('orderId', '=', orderId).execute()
  await db
    .updateTable('orders')
    .set(({ eb }) => ({ ...sums, ...discount, ...payment, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', orderId)
    .execute()
  await sql`with placed as (select id from orders where id = ${orderId}::uuid), ${itemInserts(cart)}
    select from placed`.execute(db)
}

function rowsOf(cart: PricedCart) {
  const lines = cart.lines.map((line, position) => ({
    id: randomUUID(),
    position,
    product_id: line.product.id,
    name: line.name,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    total_price: line.lineTotal,
    tax_rate: line.rate,
    taxable: cart.quote.lines[position]?.taxable,
    tax: cart.quote.lines[position]?.tax,
    allergens: allergensOfLine(line),
  }))
  const picks = cart.lines.flatMap((line, at) =>
    line.picked.map(({ product, count }, position) => ({
      order_item_id: lines[at]?.id,
      position,
      product_id: product.id,
      name: product.name,
      count,
    })),
  )
  return { lines, picks }
}

export async function updateAddress(db: Db, orderId: string, address: ShippingAddress) {
  const { addressId, ...former } = await db
    .selectFrom('shippingAddresses')
    .innerJoin('orders', 'orders.shippingAddressId', 'shippingAddresses.id')
    .select(['fullName', 'phone', 'addressLine1', 'addressLine2', 'city', 'state', 'postalCode'])
    .select('shippingAddresses.id as addressId')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  await db.updateTable('shippingAddresses').set(address).where('id', '=', addressId).execute()
  return former
}

/** Notes written by the shop itself, which contain no personal data. */
const COUPON_NOTE = '^Coupon applied: [^[:space:]]+$'

/** Erases personal data. A delivered order keeps name and address while it has no invoice (CGST Rule 46). */
export async function eraseDeliveries(db: Db, userId: string, name: string): Promise<void> {
  const sold = db
    .selectFrom('orders')
    .select('shippingAddressId')
    .where('userId', '=', userId)
    .where('status', '=', 'delivered')
    .where('id', 'not in', db.selectFrom('invoices').select('orderId'))
  const own = db.updateTable('shippingAddresses').where('userId', '=', userId)
  await own.set({ phone: '' }).execute()
  await own
    .set({ fullName: name, addressLine1: '(removed)', addressLine2: null })
    .where('id', 'not in', sold)
    .execute()
  await db
    .updateTable('orders')
    .set({ businessName: null, gstin: null, businessAddress: null })
    .where('userId', '=', userId)
    .where('shippingAddressId', 'not in', sold)
    .execute()
  const ofOrders = db.selectFrom('orders').select('id').where('userId', '=', userId)
  await db
    .updateTable('orders')
    .set({ notes: sql`substring(notes from ${COUPON_NOTE})`, source: null })
    .where('userId', '=', userId)
    .execute()
  await db.deleteFrom('orderNotes').where('orderId', 'in', ofOrders).execute()
  await db.deleteFrom('orderMails').where('orderId', 'in', ofOrders).execute()
  await db.updateTable('orderEvents').set({ note: null }).where('orderId', 'in', ofOrders).execute()
  await db.updateTable('stockMovements').set({ note: null }).where('orderId', 'in', ofOrders).execute()
  // A provider's message about a payment may name the account that was charged.
  await db
    .updateTable('paymentIntents')
    .set({ failureReason: null })
    .where('orderId', 'in', ofOrders)
    .execute()
  await db
    .updateTable('refunds')
    .set({
      reason: '(removed)',
      failureReason: sql`case when failure_reason is not null then '(removed)' end`,
    })
    .where('orderId', 'in', ofOrders)
    .execute()
  await db.updateTable('orderFlags').set({ detail: '(removed)' }).where('orderId', 'in', ofOrders).execute()
  await db.deleteFrom('refundAccounts').where('orderId', 'in', ofOrders).execute()
  await db
    .updateTable('orderRequests')
    .set((eb) => ({
      details: '',
      answer: eb.case().when('answer', 'is', null).then(null).else('(removed)').end(),
    }))
    .where('orderId', 'in', ofOrders)
    .execute()
}
