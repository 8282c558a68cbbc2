import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { insertEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { type RefundReason, requestText } from '#shop/orders/request.ts'
import { latestRequest, openRequest, starterOf } from '#shop/orders/requests.sql.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { inTransaction } from '#shop/transaction.ts'

export type StartedRefund = { orderId: string; reason: RefundReason; details: string }

/** Opens a refund that the customer did not request. While one is open, another form is refused. */
export async function startRefund(ctx: Ctx, { orderId, reason, details }: StartedRefund) {
  if (!may(ctx.actor, 'refunds')) return err('not_allowed')
  const { actor, now } = ctx
  return inTransaction(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return err('order_not_found')
    if (order.status !== 'delivered') return err('not_delivered')
    const latest = await latestRequest(db, orderId, 'refund')
    if (latest?.status === 'open') {
      const isSame = latest.reason === reason && latest.details === details
      const isOwn = (await starterOf(db, orderId, latest.requestedAt)) === actor.id
      return isSame && isOwn ? ok(null) : err('refund_open')
    }
    if ((await refundableAmount(db, orderId)) <= 0) return err('nothing_to_refund')
    await openRequest(db, { orderId, kind: 'refund', reason, details, now })
    const states = { fromStatus: 'delivered', toStatus: 'delivered' } as const
    const note = requestText({ kind: 'refund', reason, details }, true)
    await insertEvent(db, {
      ...{ orderId, kind: 'refund_requested', ...states, actorId: actor.id, note, createdAt: now },
    })
    await recordChange(db, {
      ...{ actorId: actor.id, action: 'start refund', entity: 'order', entityId: orderId, now },
      before: { refund: null },
      after: { refund: 'open', reason },
    })
    return ok(null)
  })
}
