import type { Db } from '#shop/ctx.ts'
import { allocatedUnits } from '#shop/inventory/stock.sql.ts'
import { add, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { cancellationRefund, isSent, type Order } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { restockableUnits } from '#shop/orders/units.sql.ts'
import { listRefundablePayments } from '#shop/payments/refunds.sql.ts'

export type CancellationEffects = Pick<Order, 'version' | 'customerName' | 'customerEmail' | 'items'> & {
  orderId: string
  /** Zero when nothing was captured or everything was refunded. */
  refund: Money
  /** Paid in cash: an admin refunds it manually. */
  isManual: boolean
  /** The parcel has been shipped: only returned units can be restocked. */
  isSent: boolean
  /** Units to restock, by product. Picks of a mix count as their own products. */
  stock: { name: string; units: number }[]
}

export async function cancellationEffects(db: Db, orderId: string): Promise<CancellationEffects | null> {
  const order = await findOrder(db, orderId)
  if (!order || order.status === 'cancelled') return null
  const isShipped = isSent(order.status)
  const [payments, units] = await Promise.all([
    listRefundablePayments(db, orderId),
    isShipped ? new Map<string, number>() : restockableUnits(db, orderId, order.status),
  ])
  const { version, customerName, customerEmail, items } = order
  return {
    ...{ orderId, version, customerName, customerEmail, items, isSent: isShipped },
    refund: cancellationRefund(order, add(NO_MONEY, ...payments.map(({ left }) => left))),
    isManual: payments.some(({ provider }) => provider === 'cod'),
    stock: await nameUnits(db, units),
  }
}

export async function hasAllocatedUnits(db: Db, orderId: string): Promise<boolean> {
  return [...(await allocatedUnits(db, orderId)).values()].some((units) => units > 0)
}

async function nameUnits(db: Db, units: ReadonlyMap<string, number>): Promise<CancellationEffects['stock']> {
  const ids = [...units].flatMap(([id, count]) => (count > 0 ? [id] : []))
  if (ids.length === 0) return []
  const products = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('name')
    .execute()
  return products.map(({ id, name }) => ({ name, units: units.get(id) ?? 0 }))
}
