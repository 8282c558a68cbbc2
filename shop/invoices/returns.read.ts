import type { Db, Seller } from '#shop/ctx.ts'
import {
  creditedParts,
  grossOf,
  invoiceOf,
  priceOfReturned,
  uncreditedAmount,
} from '#shop/invoices/invoice-document.ts'
import { notesAgainst, openInvoice } from '#shop/invoices/invoices.sql.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import type { ReturnedItem } from '#shop/orders/request.ts'

type CreditQuery = {
  orderId: string
  /** The amount to refund. Null: the price of the returned units. */
  amount: Money | null
  returned: readonly ReturnedItem[]
  seller: Seller
  now: Date
}

/** Returns a refund's amounts as on its credit note. Null if the sum is zero, or exceeds the uncredited amount. */
export async function calculateCredit(db: Db, { orderId, amount, returned, seller, now }: CreditQuery) {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const open = await openInvoice(db, orderId)
  const earlier = open ? await notesAgainst(db, open.id) : []
  const head = { number: '', isSample: true, issuedAt: now, seller }
  const invoice = open?.content ?? invoiceOf(order, head)
  const returnedItems = order.items.map(({ id }) => returned.find(({ itemId }) => itemId === id))
  const units = returnedItems.map((item) => item?.quantity ?? 0)
  const creditAmount = amount ?? priceOfReturned(invoice, { units, earlier })
  if (creditAmount <= NO_MONEY || creditAmount > uncreditedAmount(invoice, earlier)) return null
  const part = creditedParts(invoice, { amount: creditAmount, units, earlier })
  const lines = order.items.map(({ id }, at) => ({
    orderItemId: id,
    quantity: units[at] ?? 0,
    restocked: returnedItems[at]?.restocked ?? 0,
    amount: part.lines[at] ? grossOf(part.lines[at]) : NO_MONEY,
  }))
  return { amount: creditAmount, lines: lines.filter((line) => line.quantity > 0 || line.amount > NO_MONEY) }
}
