import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { insertEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { type RefundReason, requestText } from '#shop/orders/request.ts'
import { latestRequest, openRequest } from '#shop/orders/requests.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RefundWish = { orderId: string; reason: RefundReason; details: string }

export type AskForRefundRefusal =
  | { ok: false; reason: 'signed_out' }
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'not_delivered' }
  | { ok: false; reason: 'refund_granted' }

/**
 * The customer asks for money back on a delivered order. Asking while a request is open changes nothing; after a
 * declined one there may be another, after an approved one not.
 */
export async function askForRefund(ctx: Ctx, wish: RefundWish): Promise<Result<null, AskForRefundRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  const { orderId, reason, details } = wish
  return inTransaction<null, AskForRefundRefusal>(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || !isSelf(actor, order.userId)) return refuse('order_not_found')
    if (order.status !== 'delivered') return refuse('not_delivered')
    if ((await latestRequest(db, orderId, 'refund'))?.status === 'approved') return refuse('refund_granted')
    if (!(await openRequest(db, { orderId, kind: 'refund', reason, details, now }))) return done(null)
    const eventId = await insertEvent(db, {
      orderId,
      kind: 'refund_requested',
      fromStatus: 'delivered',
      toStatus: 'delivered',
      actorId: actor.id,
      note: requestText({ kind: 'refund', reason, details }),
      createdAt: now,
    })
    await ctx.jobs.send(db, { queue: 'order-moved', data: { orderId, eventId } })
    return done(null)
  })
}
