import type { Db, Seller } from '#shop/ctx.ts'
import {
  creditedParts,
  grossOf,
  invoiceOf,
  priceOfReturned,
  uncredited,
} from '#shop/invoices/invoice-document.ts'
import { notesAgainst, openInvoice } from '#shop/invoices/invoices.sql.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import type { ReturnedItem } from '#shop/orders/request.ts'

type Returned = {
  orderId: string
  /** Null for the price of the returned units. */
  amount: Money | null
  returned: readonly ReturnedItem[]
  seller: Seller
  now: Date
}

/** Returns a refund as on its credit note; null when zero or above the invoice's remainder. */
export async function creditOf(db: Db, { orderId, amount, returned, seller, now }: Returned) {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const open = await openInvoice(db, orderId)
  const earlier = open ? await notesAgainst(db, open.id) : []
  const head = { number: '', isSample: true, issuedAt: now, seller }
  const invoice = open?.content ?? invoiceOf(order, head)
  const back = order.items.map(({ id }) => returned.find(({ itemId }) => itemId === id))
  const units = back.map((item) => item?.quantity ?? 0)
  const credited = amount ?? priceOfReturned(invoice, { units, earlier })
  if (credited <= NO_MONEY || credited > uncredited(invoice, earlier)) return null
  const part = creditedParts(invoice, { amount: credited, units, earlier })
  const lines = order.items.map(({ id }, at) => ({
    orderItemId: id,
    quantity: units[at] ?? 0,
    restocked: back[at]?.restocked ?? 0,
    amount: part.lines[at] ? grossOf(part.lines[at]) : NO_MONEY,
  }))
  return { amount: credited, lines: lines.filter((line) => line.quantity > 0 || line.amount > NO_MONEY) }
}
