import type { Ctx } from '#shop/ctx.ts'
import { openInvoice, writeInvoice } from '#shop/invoices/invoices.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

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
