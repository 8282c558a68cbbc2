import { type Insertable, sql } from 'kysely'
import type { CreditNotes } from '#db/types.ts'
import type { Db, Seller } from '#shop/ctx.ts'
import {
  canInvoice,
  documentNumber,
  type InvoiceDocument,
  invoiceOf,
} from '#shop/invoices/invoice-document.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { financialYear } from '#shop/kernel/time.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { isTestPaid } from '#shop/payments/payments.read.ts'

const MAX_PER_YEAR = 9_999_999

/**
 * Returns the next number of a series. Call it last: the counter stays locked until the transaction ends, so that no
 * number is missing.
 */
export async function nextNumber(db: Db, series: 'INV' | 'CRN', now: Date): Promise<string> {
  const year = financialYear(now)
  const { last } = await db
    .insertInto('documentNumbers')
    .values({ series, financialYear: year, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['series', 'financialYear'])
        .doUpdateSet({ last: sql<number>`document_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  if (last > MAX_PER_YEAR) throw new RangeError(`series ${series} of ${year} is full`)
  return documentNumber(series, year, last)
}

export type StoredInvoice = { id: string; content: InvoiceDocument }

/** Returns the invoice that no cancellation or edit has reversed, or null. */
export async function openInvoice(db: Db, orderId: string): Promise<StoredInvoice | null> {
  const row = await db
    .selectFrom('invoices')
    .select(['id', 'content'])
    .where('orderId', '=', orderId)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, content: row.content as unknown as InvoiceDocument } : null
}

export type InvoiceIssue = { orderId: string; seller: Seller; isDemo: boolean; now: Date }

/** Issues an invoice; in a demo it is a sample. The caller has locked the order and knows that no invoice is open. */
export async function writeInvoice(db: Db, { orderId, seller, isDemo, now }: InvoiceIssue) {
  const order = await findOrder(db, orderId)
  if (!order || !canInvoice(order)) return err('not_invoiced_yet')
  if (!isDemo && (await isTestPaid(db, orderId))) return err('paid_by_test')
  const number = await nextNumber(db, 'INV', now)
  const content = invoiceOf(order, { number, issuedAt: now, seller, isSample: isDemo })
  await db
    .insertInto('invoices')
    .values({ orderId, number, issuedAt: now, content: JSON.stringify(content) })
    .execute()
  return ok(content)
}

export async function reverseInvoice(db: Db, invoiceId: string, now: Date): Promise<void> {
  await db.updateTable('invoices').set({ reversedAt: now }).where('id', '=', invoiceId).execute()
}

export async function isCredited(db: Db, cause: string): Promise<boolean> {
  const row = await db.selectFrom('creditNotes').select('id').where('cause', '=', cause).executeTakeFirst()
  return row !== undefined
}

export async function notesAgainst(db: Db, invoiceId: string): Promise<InvoiceDocument[]> {
  const rows = await db
    .selectFrom('creditNotes')
    .select('content')
    .where('invoiceId', '=', invoiceId)
    .orderBy('number')
    .execute()
  return rows.map(({ content }) => content as unknown as InvoiceDocument)
}

export type NewCreditNote = Pick<Insertable<CreditNotes>, 'orderId' | 'invoiceId' | 'cause' | 'amount'> & {
  content: InvoiceDocument
  now: Date
}

export async function insertCreditNote(db: Db, { content, now, ...note }: NewCreditNote): Promise<void> {
  await db
    .insertInto('creditNotes')
    .values({ ...note, number: content.number, issuedAt: now, content: JSON.stringify(content) })
    .execute()
}
