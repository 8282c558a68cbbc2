import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { cancelWithRefund, type StaffCancellation } from '#shop/orders/cancel-with-refund.flow.ts'
import { insertMailedEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { decideRequest } from '#shop/orders/requests.sql.ts'
import { withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

export type CancellationDecision = Omit<StaffCancellation, 'reason'> & {
  decision: 'approve' | 'decline'
  answer: string
}

/** Approves a cancellation request with refund and returned units, or declines it. */
export async function decideCancellation(
  ctx: Ctx,
  { orderId, decision, answer, agreedRefund, returned }: CancellationDecision,
) {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { actor, now } = ctx
  return withSecondPerson(ctx, orderId, (refuseRefund) =>
    inTransaction(ctx, async (db) => {
      const order = await lockOrder(db, orderId)
      if (!order) return err('order_not_found')
      const status = decision === 'approve' ? 'approved' : 'declined'
      const decided = { orderId, kind: 'cancellation', status, amount: null, answer: answer || null } as const
      if (!(await decideRequest(db, { ...decided, decidedBy: actor.id, now }))) return err('no_open_request')
      const entry = { orderId, actorId: actor.id, note: answer || null }
      if (decision === 'approve') {
        const cancellation = { ...entry, agreedRefund, returned }
        const refusal = await cancelWithRefund(ctx, db, order, cancellation, refuseRefund)
        if (refusal) return typeof refusal === 'string' ? err('no_open_request') : refusal
      } else {
        const declined = { ...entry, kind: 'cancellation_declined', status: order.status } as const
        await insertMailedEvent(db, ctx.jobs, { ...declined, now })
      }
      const action = `cancellation ${status}`
      await recordChange(db, {
        ...{ actorId: actor.id, action, entity: 'order', entityId: orderId, now },
        before: { cancellation: 'open', answer: null },
        after: { cancellation: status, answer: answer || null },
      })
      return ok(null)
    }),
  )
}
