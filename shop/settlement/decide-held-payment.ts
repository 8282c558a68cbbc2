import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { changeIntent } from '#shop/payments/intents.sql.ts'
import { findIntent } from '#shop/settlement/intents.sql.ts'
import { markPaid, refundHeld } from '#shop/settlement/reconcile-payment.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Accepts a held payment of a different amount as the whole payment, or refunds it. After a refund, the order can be
 * paid until its hold ends.
 */
export async function decideHeldPayment(
  ctx: Ctx,
  { orderId, decision }: { orderId: string; decision: 'accept' | 'return' },
) {
  const { actor, now } = ctx
  if (!may(actor, 'refunds')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await lockOrder(db, orderId))) return err('order_not_found')
    const intent = await findIntent(db, { orderId })
    if (intent?.status !== 'held' || intent.order.status === 'cancelled') return err('nothing_held')
    const work = { db, jobs: ctx.jobs, now }
    if (decision === 'accept') await markPaid(work, intent)
    else {
      await refundHeld(work, intent)
      await changeIntent(db, intent.id, { status: 'open', nextCheckAt: now }, now)
    }
    const after = { payment: decision }
    await recordAction(db, ctx, `payment ${decision}`, 'order', orderId, { payment: 'held' }, after)
    return ok(null)
  })
}
