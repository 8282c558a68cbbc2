/** Inserts orders directly into the tables, with any time and state, for tests of reports. */

import { randomUUID } from 'node:crypto'
import { ADDRESS } from '#db/factories/order.ts'
import type { Db } from '#shop/ctx.ts'
import { NO_MONEY, paise, shareOut, subtract } from '#shop/kernel/money.ts'
import { type TaxedAmount, taxAmounts } from '#shop/kernel/taxed.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import type { Source } from '#shop/orders/visit-source.ts'
import type { PaymentMethod, PaymentStatus } from '#shop/payments/payment.ts'
import type { DiscountKind } from '#shop/pricing/discounts.ts'

export type PastItem = {
  productId: string
  quantity: number
  /** In paise. */
  unitPrice: number
  picks?: { productId: string; count: number }[]
}

export type PastOrder = {
  userId: string
  placedAt: Date
  items: PastItem[]
  status?: OrderStatus
  paymentStatus?: PaymentStatus
  paymentMethod?: PaymentMethod
  /** In paise. */
  discount?: number
  notes?: string | null
  couponCode?: string | null
  discountKind?: DiscountKind | null
  source?: Source | null
  carrier?: string | null
  address?: Partial<typeof ADDRESS>
  /** Status changes after placing, with their times. */
  events?: readonly { to: OrderStatus; at: Date }[]
}

/** Inserts the order with its address, items, picks and events, without allocating stock. Returns its id. */
export async function makePastOrder(db: Db, order: PastOrder): Promise<string> {
  const { userId, placedAt } = order
  const address = await db
    .insertInto('shippingAddresses')
    .values({ ...ADDRESS, ...order.address, userId, createdAt: placedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subtotal = order.items.reduce((sum, item) => sum + item.quantity * item.unitPrice, 0)
  const discount = order.discount ?? 0
  const tax = Math.round((subtotal - discount) * 0.18)
  const { id } = await db
    .insertInto('orders')
    .values({
      userId,
      idempotencyKey: randomUUID(),
      status: order.status ?? 'pending',
      paymentStatus: order.paymentStatus ?? 'paid',
      paymentMethod: order.paymentMethod ?? 'cod',
      subtotal,
      discount,
      tax,
      shippingFee: 0,
      total: subtotal - discount + tax,
      notes: order.notes ?? null,
      couponCode: order.couponCode ?? null,
      discountKind: order.discountKind ?? null,
      source: order.source ?? null,
      carrier: order.carrier ?? null,
      shippingAddressId: address.id,
      createdAt: placedAt,
      updatedAt: placedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const totals = order.items.map((item) => paise(item.quantity * item.unitPrice))
  const discounts = shareOut(paise(discount), totals)
  const amounts = totals.map((total, at) => ({
    amount: subtract(total, discounts[at] ?? NO_MONEY),
    rate: 1800,
  }))
  const taxes = taxAmounts(amounts, 'flat')
  for (const [position, item] of order.items.entries())
    await writeItem(db, item, { orderId: id, position, ...taxes[position] })
  let fromStatus: OrderStatus | null = null
  for (const { to, at } of [{ to: 'pending' as const, at: placedAt }, ...(order.events ?? [])]) {
    const event = { orderId: id, fromStatus, toStatus: to, createdAt: at }
    await db.insertInto('orderEvents').values(event).execute()
    fromStatus = to
  }
  return id
}

async function writeItem(
  db: Db,
  item: PastItem,
  {
    rate = 0,
    taxable = NO_MONEY,
    tax = NO_MONEY,
    ...line
  }: { orderId: string; position: number } & Partial<TaxedAmount>,
): Promise<void> {
  const { productId, quantity, unitPrice, picks = [] } = item
  const { id } = await db
    .insertInto('orderItems')
    .values({
      ...line,
      taxRate: rate,
      taxable,
      tax,
      allergens: '',
      productId,
      name: 'As sold',
      quantity,
      unitPrice,
      totalPrice: quantity * unitPrice,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [at, pick] of picks.entries()) {
    await db
      .insertInto('orderItemTastemakers')
      .values({ orderItemId: id, position: at, name: 'As sold', ...pick })
      .execute()
  }
}
