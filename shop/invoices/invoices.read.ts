/** Invoices and credit notes for pages and API. */
import type { Db } from '#shop/ctx.ts'
import { canInvoice, type InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isTestPaid } from '#shop/payments/payments.read.ts'

export type ListedInvoice = { id: string; number: string; issuedAt: Date }

/** An order's invoices and the notes that credit them, oldest first. */
export async function invoicesOfOrder(
  db: Db,
  orderId: string,
): Promise<{ invoices: ListedInvoice[]; creditNotes: (ListedInvoice & { amount: Money })[] }> {
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'issuedAt'])
    .where('orderId', '=', orderId)
    .orderBy('number')
    .execute()
  const notes = await db
    .selectFrom('creditNotes')
    .select(['id', 'number', 'issuedAt', 'amount'])
    .where('orderId', '=', orderId)
    .orderBy('number')
    .execute()
  return { invoices, creditNotes: notes.map((note) => ({ ...note, amount: paise(note.amount) })) }
}

/** True when the customer can get an invoice now: an existing one, or one to be issued on request. */
export async function hasInvoice(
  db: Db,
  order: Pick<Order, 'id' | 'status' | 'paymentStatus'>,
  isDemo: boolean,
): Promise<boolean> {
  if (canInvoice(order) && (isDemo || !(await isTestPaid(db, order.id)))) return true
  return (await latestInvoice(db, order.id)) !== null
}

/** The order's latest invoice, credited or not; null when none was issued. */
export async function latestInvoice(db: Db, orderId: string): Promise<InvoiceDocument | null> {
  const row = await db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', orderId)
    .orderBy('issuedAt', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? (row.content as unknown as InvoiceDocument) : null
}

/** A credit note of that order; null when it does not exist. */
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
