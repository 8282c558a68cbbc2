import type { Db } from '#shop/ctx.ts'
import { canInvoice, type InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Order } from '#shop/orders/order.ts'
import { isTestPaid } from '#shop/payments/payments.read.ts'

/** Returns invoices and the notes that credit them, oldest first. */
export async function invoicesOfOrder(db: Db, orderId: string) {
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'issuedAt'])
    .where('orderId', '=', orderId)
    .orderBy('number')
    .execute()
  const creditNotes = await db
    .selectFrom('creditNotes')
    .select(['id', 'number', 'issuedAt', 'amount'])
    .where('orderId', '=', orderId)
    .orderBy('number')
    .execute()
  return { invoices, creditNotes }
}

/** True if the order has an invoice, or one can be issued on request. */
export async function hasInvoice(
  db: Db,
  order: Pick<Order, 'id' | 'status' | 'paymentStatus'>,
  isDemo: boolean,
): Promise<boolean> {
  if (canInvoice(order) && (isDemo || !(await isTestPaid(db, order.id)))) return true
  return (await latestInvoice(db, order.id)) !== null
}

/** Returns the newest invoice, credited or not. */
export async function latestInvoice(db: Db, orderId: string): Promise<InvoiceDocument | null> {
  return (await latestInvoices(db, [orderId])).get(orderId) ?? null
}

export async function latestInvoices(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, InvoiceDocument>()
  const rows = await db
    .selectFrom('invoices')
    .distinctOn('orderId')
    .select(['orderId', 'content'])
    .where('orderId', 'in', orderIds)
    .orderBy('orderId')
    .orderBy('issuedAt', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.map(({ orderId, content }) => [orderId, content as unknown as InvoiceDocument]))
}

/** Null when that order has no such note. */
export async function findCreditNote(db: Db, orderId: string, id: string): Promise<InvoiceDocument | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('creditNotes')
    .select('content')
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return row ? (row.content as unknown as InvoiceDocument) : null
}
