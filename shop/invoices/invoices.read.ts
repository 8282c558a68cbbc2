import type { Db } from '#shop/ctx.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { customerOf } from '#shop/orders/orders.sql.ts'

/** Returns invoices and the notes that credit them, oldest first. */
export async function invoicesOfOrder(db: Db, orderId: string) {
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'issuedAt', 'reversedAt'])
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

/** Null when that order has no such document. */
export async function findDocument(db: Db, table: 'invoices' | 'creditNotes', orderId: string, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom(table)
    .select('content')
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return row ? (row.content as unknown as InvoiceDocument) : null
}

/** Finds an invoice or credit note by its number. `userId`: the customer. `notes`: the notes that credit it. */
export async function findNumbered(db: Db, number: string) {
  const table = number.startsWith('CRN') ? 'creditNotes' : 'invoices'
  const row = await db
    .selectFrom(table)
    .select(['id', 'orderId', 'content'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return null
  const notes = await db
    .selectFrom('creditNotes')
    .select(['number', 'issuedAt', 'amount'])
    .where('invoiceId', '=', row.id)
    .orderBy('number')
    .execute()
  const document = row.content as unknown as InvoiceDocument
  const userId = await customerOf(db, row.orderId)
  return { id: row.id, orderId: row.orderId, userId, document, notes }
}
