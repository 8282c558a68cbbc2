import type { Ctx, Db } from '#shop/ctx.ts'
import { creditNoteOf, uncreditedAmount, unitsCredited } from '#shop/invoices/invoice-document.ts'
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
    return issue(ctx, db, orderId)
  })
}

function issue({ config: { seller, isDemo }, now }: Ctx, db: Db, orderId: string) {
  return writeInvoice(db, { orderId, seller, isDemo, now })
}

export type CreditRequest = {
  orderId: string
  /** A text such as 'refund:<request id>'. One note is issued for each cause. */
  cause: string
  /** The amount to credit. Null: everything that is not credited yet, which is also the maximum. */
  amount: Money | null
}

/**
 * Issues a credit note, once per cause. A refund first issues the invoice if it is missing; an edit issues a new
 * invoice afterwards.
 */
export async function issueCreditNote(ctx: Ctx, request: CreditRequest): Promise<void> {
  await transact(ctx, async (db) => {
    const order = await lockOrder(db, request.orderId)
    if (!order || (await isCredited(db, request.cause))) return
    const isWhole = request.amount === null
    const isEdit = request.cause.startsWith('edit:')
    if (isWhole && order.status !== 'cancelled' && !isEdit) return
    const open = await openInvoice(db, request.orderId)
    if (!open && !isWhole) await issue(ctx, db, request.orderId)
    const invoice = open ?? (await openInvoice(db, request.orderId))
    if (invoice) await credit(ctx, db, invoice, request)
    if (invoice && isEdit) await issue(ctx, db, request.orderId)
  })
}

async function credit({ now }: Ctx, db: Db, invoice: StoredInvoice, request: CreditRequest) {
  const { orderId, cause, amount } = request
  const earlier = await notesAgainst(db, invoice.id)
  const left = uncreditedAmount(invoice.content, earlier)
  const creditAmount = amount === null ? left : smaller(amount, left)
  if (amount === null) await reverseInvoice(db, invoice.id, now)
  if (creditAmount <= NO_MONEY) return
  const number = await nextNumber(db, 'CRN', now)
  const reasons = { cancel: 'Order cancelled', edit: 'Items changed' }
  const reason = reasons[cause.split(':')[0] as keyof typeof reasons] ?? 'Refund after delivery'
  const units =
    amount === null
      ? invoice.content.lines.map(({ quantity }, at) => (quantity ?? 0) - unitsCredited(at, earlier))
      : await unitsBack(db, orderId, cause)
  const returned = { amount: creditAmount, units, earlier }
  const content = creditNoteOf(invoice.content, { number, issuedAt: now, reason, ...returned })
  await insertCreditNote(db, { orderId, invoiceId: invoice.id, cause, amount: creditAmount, content, now })
}
