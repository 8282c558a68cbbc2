import { recordAction } from '#shop/audit/audit.sql.ts'
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

export async function decideCancellation(
  ctx: Ctx,
  { orderId, decision, answer: reply, agreedRefund, returned }: CancellationDecision,
) {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { actor, now } = ctx
  const answer = reply || null
  const step = { orderId, actorId: actor.id, now }
  return withSecondPerson(ctx, orderId, (refuseRefund) =>
    inTransaction(ctx, async (db) => {
      const order = await lockOrder(db, orderId)
      if (!order) return err('order_not_found')
      const status = decision === 'approve' ? 'approved' : 'declined'
      const decided = { orderId, kind: 'cancellation', status, amount: null, answer } as const
      if (!(await decideRequest(db, { ...decided, decidedBy: actor.id, now }))) return err('no_open_request')
      if (decision === 'approve') {
        const cancellation = { ...step, note: answer, agreedRefund, returned }
        const refusal = await cancelWithRefund(ctx, db, order, cancellation, refuseRefund)
        if (refusal) return typeof refusal === 'string' ? err('no_open_request') : refusal
      } else {
        const declined = { ...step, kind: 'cancellation_declined', status: order.status } as const
        await insertMailedEvent(db, ctx.jobs, { ...declined, note: answer })
      }
      const earlier = { cancellation: 'open', answer: null }
      const after = { cancellation: status, answer }
      await recordAction(db, ctx, `cancellation ${status}`, 'order', orderId, earlier, after)
      return ok(null)
    }),
  )
}
