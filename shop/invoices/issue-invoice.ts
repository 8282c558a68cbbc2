import type { Ctx } from '#shop/ctx.ts'
import { openInvoice, writeInvoice } from '#shop/invoices/invoices.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * The order's tax invoice, issued now if there is none. Repeated and concurrent calls return the same invoice. The
 * caller checks that the actor may see it.
 */
export async function issueInvoice(ctx: Ctx, orderId: string) {
  return inTransaction(ctx, async (db) => {
    if (!(await lockOrder(db, orderId))) return err('order_not_found')
    const open = await openInvoice(db, orderId)
    if (open) return ok(open.content)
    const { seller, isDemo } = ctx.config
    return writeInvoice(db, { orderId, seller, isDemo, now: ctx.now })
  })
}
