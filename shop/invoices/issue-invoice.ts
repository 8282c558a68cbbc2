import type { Ctx } from '#shop/ctx.ts'
import type { Paper } from '#shop/invoices/invoice-document.ts'
import { standingInvoice, writeInvoice } from '#shop/invoices/invoices.sql.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type IssueInvoiceRefusal =
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'not_invoiced_yet' }
  | { ok: false; reason: 'paid_by_test' }

/**
 * The order's tax invoice; issued now when there is none yet. An order has one standing invoice however often and by
 * however many it is asked for. Who may see it is for the caller to check.
 */
export async function issueInvoice(ctx: Ctx, orderId: string): Promise<Result<Paper, IssueInvoiceRefusal>> {
  return inTransaction<Paper, IssueInvoiceRefusal>(ctx, async (db) => {
    if (!(await lockOrder(db, orderId))) return refuse('order_not_found')
    const standing = await standingInvoice(db, orderId)
    if (standing) return done(standing.content)
    const { seller, isDemo } = ctx.config
    return writeInvoice(db, { orderId, seller, isDemo, now: ctx.now })
  })
}
