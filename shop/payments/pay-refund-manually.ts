import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { markPaidByHand } from '#shop/payments/refunds.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type PayRefundByHandRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'nothing_to_pay' }

/**
 * The admin has given the money back without the provider: cash, or what the provider refused to pay. `reference` says
 * how (a UPI or bank reference). Once; the customer gets a mail.
 */
export async function payRefundByHand(
  ctx: Ctx,
  { refundId, reference }: { refundId: string; reference: string },
): Promise<Result<null, PayRefundByHandRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor' || !isAdmin(actor)) return refuse('not_admin')
  return inTransaction<null, PayRefundByHandRefusal>(ctx, async (db) => {
    const paid = isUuid(refundId) ? await markPaidByHand(db, ctx.jobs, { refundId, reference, now }) : null
    if (!paid) return refuse('nothing_to_pay')
    await recordChange(db, {
      actorId: actor.id,
      action: 'refund paid by hand',
      entity: 'order',
      entityId: paid.orderId,
      before: { refund: refundId, status: paid.from, reference: null },
      after: { refund: refundId, status: 'done', reference },
      now,
    })
    return done(null)
  })
}
