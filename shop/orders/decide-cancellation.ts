import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Money, smaller } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { insertEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { decideRequest } from '#shop/orders/requests.sql.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { mustConfirm } from '#shop/payments/confirm-refund.flow.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { type SecondPersonRefusal, withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

export type CancellationDecision = {
  orderId: string
  decision: 'approve' | 'decline'
  answer: string
  /** The refund that the admin agreed to; a different one is refused. Omitted: the refund that is due. */
  agreedRefund?: Money
}

export type DecideCancellationRefusal =
  | { ok: false; reason: 'not_allowed' }
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'no_open_request' }
  | { ok: false; reason: 'edit_conflict' }
  | SecondPersonRefusal
  | { ok: false; reason: 'factor_stale' }

/** An admin approves a cancellation request (the order is cancelled, restocked and refunded) or declines it. */
export async function decideCancellation(
  ctx: Ctx,
  { orderId, decision, answer, agreedRefund }: CancellationDecision,
): Promise<Result<null, DecideCancellationRefusal>> {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { actor, now } = ctx
  return withSecondPerson<null, DecideCancellationRefusal>(ctx, orderId, (refuseRefund) =>
    inTransaction<null, DecideCancellationRefusal>(ctx, async (db) => {
      const order = await lockOrder(db, orderId)
      if (!order) return err('order_not_found')
      const status = decision === 'approve' ? 'approved' : 'declined'
      const decided = { orderId, kind: 'cancellation', status, amount: null, answer: answer || null } as const
      if (!(await decideRequest(db, { ...decided, decidedBy: actor.id, now }))) return err('no_open_request')
      const entry = { orderId, actorId: actor.id, note: answer || null }
      if (decision === 'approve') {
        const refund = smaller(order.total, await refundableAmount(db, orderId))
        if (agreedRefund !== undefined && agreedRefund !== refund) return err('edit_conflict')
        if (await mustConfirm(ctx, db, refund)) return err('factor_stale')
        const refusal = await refuseRefund(db, { kind: 'cancel', amount: refund, returned: [] })
        if (refusal) return err(refusal)
        const moved = await transitionOrder(db, ctx.jobs, {
          ...entry,
          from: order.status,
          to: 'cancelled',
          now,
        })
        if (moved !== 'moved') return err('no_open_request')
      } else {
        const stays = { fromStatus: order.status, toStatus: order.status }
        const eventId = await insertEvent(db, {
          ...entry,
          ...stays,
          kind: 'cancellation_declined',
          createdAt: now,
        })
        await ctx.jobs.send(db, { queue: 'order-moved', data: { orderId, eventId } })
      }
      const after = { cancellation: status, answer: answer || null }
      const before = { cancellation: 'open', answer: null }
      await recordChange(db, {
        actorId: actor.id,
        action: `cancellation ${status}`,
        entity: 'order',
        entityId: orderId,
        before,
        after,
        now,
      })
      return ok(null)
    }),
  )
}
