import type { Ctx, Db } from '#shop/ctx.ts'
import { creditNoteOf, uncredited, unitsCredited } from '#shop/invoices/invoice-document.ts'
import {
  insertCreditNote,
  isCredited,
  nextNumber,
  notesAgainst,
  openInvoice,
  reverseInvoice,
  type StoredInvoice,
  writeInvoice,
} from '#shop/invoices/invoices.sql.ts'
import { type Money, NO_MONEY, smaller } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { unitsBack } from '#shop/orders/units.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** Issues the invoice if there is none. Concurrent calls return the same one. */
export async function issueInvoice(ctx: Ctx, orderId: string) {
  return inTransaction(ctx, async (db) => {
    if (!(await lockOrder(db, orderId))) return err('order_not_found')
    const open = await openInvoice(db, orderId)
    if (open) return ok(open.content)
    const { seller, isDemo } = ctx.config
    return writeInvoice(db, { orderId, seller, isDemo, now: ctx.now })
  })
}

export type CreditRequest = {
  orderId: string
  /** Such as 'refund:<request id>'. Each has one note. */
  cause: string
  /** Null for everything not credited yet, which is also the maximum. */
  amount: Money | null
}

/** Repeating it writes nothing. Writes a delivered order's missing invoice first. */
export async function issueCreditNote(ctx: Ctx, wanted: CreditRequest): Promise<void> {
  await transact(ctx, async (db) => {
    const order = await lockOrder(db, wanted.orderId)
    if (!order || (await isCredited(db, wanted.cause))) return
    const isWhole = wanted.amount === null
    if (isWhole && order.status !== 'cancelled') return
    const open = await openInvoice(db, wanted.orderId)
    if (!open && !isWhole) {
      const { seller, isDemo } = ctx.config
      await writeInvoice(db, { orderId: wanted.orderId, seller, isDemo, now: ctx.now })
    }
    const invoice = open ?? (await openInvoice(db, wanted.orderId))
    if (invoice) await credit(ctx, db, invoice, wanted)
  })
}

async function credit({ now }: Ctx, db: Db, invoice: StoredInvoice, wanted: CreditRequest) {
  const { orderId, cause, amount } = wanted
  const earlier = await notesAgainst(db, invoice.id)
  const left = uncredited(invoice.content, earlier)
  const credited = amount === null ? left : smaller(amount, left)
  if (amount === null) await reverseInvoice(db, invoice.id, now)
  if (credited <= NO_MONEY) return
  const number = await nextNumber(db, 'CRN', now)
  const reason = cause.startsWith('cancel:') ? 'Order cancelled' : 'Refund after delivery'
  const units =
    amount === null
      ? invoice.content.lines.map(({ quantity }, at) => (quantity ?? 0) - unitsCredited(at, earlier))
      : await unitsBack(db, orderId, cause)
  const returned = { amount: credited, units, earlier }
  const content = creditNoteOf(invoice.content, { number, issuedAt: now, reason, ...returned })
  await insertCreditNote(db, { orderId, invoiceId: invoice.id, cause, amount: credited, content, now })
}
