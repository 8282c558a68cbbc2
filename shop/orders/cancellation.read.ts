import type { Db } from '#shop/ctx.ts'
import { allocatedUnits } from '#shop/inventory/stock.sql.ts'
import { type Money, smaller } from '#shop/kernel/money.ts'
import { isSent, type OrderItem } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { unitsGivenBack } from '#shop/orders/units.sql.ts'
import { largestPayment } from '#shop/payments/refunds.sql.ts'

export type CancellationEffects = {
  orderId: string
  version: number
  customerName: string
  customerEmail: string
  /** Zero when nothing was captured or all of it has been refunded. */
  refund: Money
  /** Paid in cash, so an admin refunds it manually. */
  isManual: boolean
  /** The parcel has left: only what came back of it can go back to stock. */
  isSent: boolean
  items: OrderItem[]
  /** Units that return to stock, by product. Picks of a mix are products of their own. */
  stock: { name: string; units: number }[]
}

/** Returns the effects of cancelling, for its confirmation; null for unknown and cancelled orders. */
export async function cancellationEffects(db: Db, orderId: string): Promise<CancellationEffects | null> {
  const order = await findOrder(db, orderId)
  if (!order || order.status === 'cancelled') return null
  const isOut = isSent(order.status)
  const [payment, units] = await Promise.all([
    largestPayment(db, orderId),
    isOut ? new Map<string, number>() : unitsGivenBack(db, orderId, order.status),
  ])
  return {
    orderId,
    version: order.version,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    refund: smaller(order.total, payment.left),
    isManual: payment.provider === 'cod',
    isSent: isOut,
    items: order.items,
    stock: await named(db, units),
  }
}

/** True while units of a cancelled order have not come back. */
export async function hasUnitsOut(db: Db, orderId: string): Promise<boolean> {
  return [...(await allocatedUnits(db, orderId)).values()].some((units) => units > 0)
}

async function named(db: Db, units: ReadonlyMap<string, number>): Promise<CancellationEffects['stock']> {
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
