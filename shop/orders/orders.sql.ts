/** Updates of placed orders: status, details and history. placing.sql.ts inserts new ones. */
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type { OrderEventKind, OrderStatus } from '#shop/orders/order.ts'
import type { PaymentMethod, PaymentStatus } from '#shop/payments/payment.ts'
import type { DiscountKind } from '#shop/pricing/discounts.ts'

export type NewOrderEvent = {
  orderId: string
  /** 'status' when omitted. */
  kind?: OrderEventKind
  fromStatus: OrderStatus | null
  toStatus: OrderStatus
  actorId: string | null
  note: string | null
  createdAt: Date
}

/** Inserts an entry of the order's history; returns its id. */
export async function insertEvent(db: Db, event: NewOrderEvent): Promise<number> {
  const { id } = await db.insertInto('orderEvents').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Changes the status, and the payment status with it. False when either differs from the one that the caller read,
 * since the transition's rules depend on both.
 */
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

export type OrderDetails = {
  trackingNumber?: string | null
  carrier?: string | null
  internalNotes?: string | null
}

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

/** The columns that use cases need to change an order. */
export type LockedOrder = {
  userId: string
  status: OrderStatus
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  version: number
  total: Money
  trackingNumber: string | null
  carrier: string | null
  internalNotes: string | null
}

/** The order with its row locked until the transaction ends; null when there is no such order. */
export async function lockOrder(db: Db, orderId: string): Promise<LockedOrder | null> {
  const row = await db
    .selectFrom('orders')
    .select(['userId', 'status', 'paymentMethod', 'paymentStatus', 'version', 'total'])
    .select(['trackingNumber', 'carrier', 'internalNotes'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row
    ? {
        ...row,
        status: row.status as OrderStatus,
        paymentMethod: row.paymentMethod as PaymentMethod,
        paymentStatus: row.paymentStatus as PaymentStatus,
        total: paise(row.total),
      }
    : null
}

export async function totalOf(db: Db, orderId: string): Promise<Money> {
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return paise(total)
}

/** The order's customer and the kind of its discount. */
export async function discountOf(
  db: Db,
  orderId: string,
): Promise<{ userId: string; discountKind: DiscountKind | null }> {
  const row = await db
    .selectFrom('orders')
    .select(['userId', 'discountKind'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...row, discountKind: row.discountKind as DiscountKind | null }
}

/** The id of the order's customer; null when the order does not exist. */
export async function ownerOf(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('orders').select('userId').where('id', '=', orderId).executeTakeFirst()
  return row?.userId ?? null
}
