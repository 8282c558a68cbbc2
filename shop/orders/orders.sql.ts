/** The only place that writes orders, their items, addresses and events. */
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type {
  OrderEventKind,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
  ShippingAddress,
} from '#shop/orders/order.ts'
import type { DiscountKind } from '#shop/pricing/discounts.ts'

export type NewOrder = {
  id: string
  userId: string
  idempotencyKey: string
  requestFingerprint: string
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  notes: string | null
  /** The coupon that was used; null for none, and for a friend's code. */
  couponId: string | null
  /** The code that the discount came from. */
  couponCode: string | null
  discountKind: DiscountKind | null
  discountLabel: string | null
  address: ShippingAddress
  cart: PricedCart
  now: Date
}

/** The order that was placed with this key, if any. */
export async function findByKey(db: Db, userId: string, idempotencyKey: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'requestFingerprint'])
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * Writes the order's own row. False when another request has already placed an order with this key: if that one is
 * still under way, the statement waits for it to end.
 */
export async function claimKey(db: Db, order: NewOrder): Promise<boolean> {
  const address = await db
    .insertInto('shippingAddresses')
    .values({ ...order.address, userId: order.userId, createdAt: order.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { subtotal, discount, tax, shippingFee, total } = order.cart.quote
  const written = await db
    .insertInto('orders')
    .values({
      id: order.id,
      userId: order.userId,
      idempotencyKey: order.idempotencyKey,
      requestFingerprint: order.requestFingerprint,
      status: 'pending',
      paymentStatus: order.paymentStatus,
      paymentMethod: order.paymentMethod,
      subtotal,
      discount,
      tax,
      shippingFee,
      total,
      notes: order.notes,
      couponId: order.couponId,
      couponCode: order.couponCode,
      discountKind: order.discountKind,
      discountLabel: order.discountLabel,
      shippingAddressId: address.id,
      createdAt: order.now,
      updatedAt: order.now,
    })
    .onConflict((conflict) => conflict.columns(['userId', 'idempotencyKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/**
 * Makes the orders of a customer who has none wait for each other, so that only one of them is the first. Whether it
 * is has to be asked afterwards, by a statement of its own: this one sees what stood before it waited.
 */
export async function lockNewcomer(db: Db, userId: string): Promise<void> {
  const earlier = db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '!=', 'cancelled')
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ not, exists }) => not(exists(earlier)))
    .forNoKeyUpdate()
    .execute()
}

/** Writes the lines of the order, with names and prices as sold. */
export async function insertItems(db: Db, orderId: string, cart: PricedCart): Promise<void> {
  const items = await db
    .insertInto('orderItems')
    .values((eb) =>
      cart.lines.map((line, position) => ({
        hsnCode: eb.selectFrom('products').select('hsnCode').where('id', '=', line.product.id),
        orderId,
        position,
        productId: line.product.id,
        name: line.name,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        totalPrice: line.lineTotal,
      })),
    )
    .returning(['id', 'position'])
    .execute()
  const picks = items.flatMap((item) =>
    (cart.lines[item.position]?.picks ?? []).map(({ product, count }, position) => ({
      orderItemId: item.id,
      position,
      productId: product.id,
      name: product.name,
      count,
    })),
  )
  if (picks.length > 0) await db.insertInto('orderItemTastemakers').values(picks).execute()
}

export type NewOrderEvent = {
  orderId: string
  /** 'status' unless given. */
  kind?: OrderEventKind
  fromStatus: OrderStatus | null
  toStatus: OrderStatus
  actorId: string | null
  note: string | null
  createdAt: Date
}

/** Writes an entry of the order's history; gives its id. */
export async function insertEvent(db: Db, event: NewOrderEvent): Promise<number> {
  const { id } = await db.insertInto('orderEvents').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Moves the order on from the status the caller saw. False when somebody else has changed it since. */
export async function changeStatus(
  db: Db,
  change: { orderId: string; from: OrderStatus; to: OrderStatus; now: Date },
): Promise<boolean> {
  const changed = await db
    .updateTable('orders')
    .set(({ eb }) => ({ status: change.to, version: eb('version', '+', 1), updatedAt: change.now }))
    .where('id', '=', change.orderId)
    .where('status', '=', change.from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export type OrderDetails = { trackingNumber?: string | null; carrier?: string | null; notes?: string | null }

export async function updateDetails(
  db: Db,
  orderId: string,
  details: OrderDetails,
  now: Date,
): Promise<void> {
  await db
    .updateTable('orders')
    .set(({ eb }) => ({ ...details, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', orderId)
    .execute()
}

/** What one unit of a line takes from the shelf, by product id (picks included). */
type LineUnits = { quantity: number; perUnit: Map<string, number> }

async function linesOfOrder(db: Db, orderId: string): Promise<Map<string, LineUnits>> {
  const items = await db
    .selectFrom('orderItems')
    .select(['id', 'productId', 'quantity'])
    .where('orderId', '=', orderId)
    .execute()
  const picks = await db
    .selectFrom('orderItemTastemakers')
    .innerJoin('orderItems', 'orderItems.id', 'orderItemTastemakers.orderItemId')
    .select(['orderItemId', 'orderItemTastemakers.productId', 'count'])
    .where('orderId', '=', orderId)
    .execute()
  const lines = new Map(
    items.map(({ id, productId, quantity }) => [
      id,
      { quantity, perUnit: new Map(productId ? [[productId, 1]] : []) },
    ]),
  )
  for (const { orderItemId, productId, count } of picks) {
    const perUnit = lines.get(orderItemId)?.perUnit
    if (productId && perUnit) perUnit.set(productId, (perUnit.get(productId) ?? 0) + count)
  }
  return lines
}

/** What an order takes from the shelf, in units by product id (picks included). */
export async function unitsOf(db: Db, orderId: string): Promise<Map<string, number>> {
  const lines = [...(await linesOfOrder(db, orderId)).values()]
  return sumUnits(lines.map(({ perUnit, quantity }) => ({ perUnit, count: quantity })))
}

export type ReturnedItem = { itemId: string; quantity: number }

/** What comes back with these lines, in units by product id; null when the order does not hold them. */
export async function unitsReturned(
  db: Db,
  orderId: string,
  returned: readonly ReturnedItem[],
): Promise<Map<string, number> | null> {
  const lines = await linesOfOrder(db, orderId)
  const isHeld = returned.every(({ itemId, quantity }) => quantity <= (lines.get(itemId)?.quantity ?? 0))
  if (!isHeld || new Set(returned.map(({ itemId }) => itemId)).size < returned.length) return null
  return sumUnits(
    returned.map(({ itemId, quantity }) => ({
      perUnit: lines.get(itemId)?.perUnit ?? new Map(),
      count: quantity,
    })),
  )
}

function sumUnits(lines: { perUnit: Map<string, number>; count: number }[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { perUnit, count } of lines) {
    for (const [id, each] of perUnit) units.set(id, (units.get(id) ?? 0) + each * count)
  }
  return units
}

/** What a use case has to know of the order that it is about to change. */
export type LockedOrder = {
  userId: string
  status: OrderStatus
  version: number
  total: Money
  trackingNumber: string | null
  carrier: string | null
  notes: string | null
}

/** The order with its row locked until the transaction ends; null when there is no such order. */
export async function lockOrder(db: Db, orderId: string): Promise<LockedOrder | null> {
  const row = await db
    .selectFrom('orders')
    .select(['userId', 'status', 'version', 'total', 'trackingNumber', 'carrier', 'notes'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...row, status: row.status as OrderStatus, total: paise(row.total) } : null
}

export async function totalOf(db: Db, orderId: string): Promise<Money> {
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return paise(total)
}

/** Whose order it is; null when there is none. */
export async function ownerOf(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('orders').select('userId').where('id', '=', orderId).executeTakeFirst()
  return row?.userId ?? null
}

/** True when some order holds the product, as a line or as a pick. */
export async function wasOrdered(db: Db, productId: string): Promise<boolean> {
  const item = db.selectFrom('orderItems').select('productId').where('productId', '=', productId)
  const pick = db.selectFrom('orderItemTastemakers').select('productId').where('productId', '=', productId)
  const row = await item.unionAll(pick).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Every phone number to which the customer's orders were delivered. */
export async function phonesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shippingAddresses')
    .select('phone')
    .distinct()
    .where('userId', '=', userId)
    .where('phone', '!=', '')
    .execute()
  return rows.map(({ phone }) => phone)
}

/**
 * Erases where a customer's orders went, and what the customer wrote about them. Invoices hold a copy of the recipient
 * that has to stay (CGST Rule 46); a delivered order that has none keeps name and address for it.
 */
export async function blankDeliveries(db: Db, userId: string, name: string): Promise<void> {
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
  const ofOrders = db.selectFrom('orders').select('id').where('userId', '=', userId)
  await db
    .updateTable('orderEvents')
    .set({ note: null })
    .where('actorId', '=', userId)
    .where('orderId', 'in', ofOrders)
    .execute()
  await db
    .updateTable('orderRequests')
    .set((eb) => ({
      details: '',
      answer: eb.case().when('answer', 'is', null).then(null).else('(removed)').end(),
    }))
    .where('orderId', 'in', ofOrders)
    .execute()
}
