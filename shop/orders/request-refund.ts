import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { insertEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { type RefundReason, requestText } from '#shop/orders/request.ts'
import { latestRequest, openRequest } from '#shop/orders/requests.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RefundRequestInput = { orderId: string; reason: RefundReason; details: string }

export type RequestOrderRefundRefusal =
  | { ok: false; reason: 'signed_out' }
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'not_delivered' }
  | { ok: false; reason: 'refund_granted' }

/**
 * The customer requests a refund of a delivered order. Repeating an open request changes nothing; a new request is
 * possible after a declined one, but not after an approved one.
 */
export async function requestOrderRefund(
  ctx: Ctx,
  wish: RefundRequestInput,
): Promise<Result<null, RequestOrderRefundRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const { orderId, reason, details } = wish
  return inTransaction<null, RequestOrderRefundRefusal>(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
    if (order.status !== 'delivered') return err('not_delivered')
    if ((await latestRequest(db, orderId, 'refund'))?.status === 'approved') return err('refund_granted')
    if (!(await openRequest(db, { orderId, kind: 'refund', reason, details, now }))) return ok(null)
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
    return ok(null)
  })
}
