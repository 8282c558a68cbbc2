import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { markPaidManually } from '#shop/payments/request-refund.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

export type PayRefundManuallyRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'nothing_to_pay' }

/**
 * An admin records a refund paid without the provider: cash, or one that the provider refused. `reference` is a UPI or
 * bank reference. The customer gets one email.
 */
export async function payRefundManually(
  ctx: Ctx,
  { refundId, reference }: { refundId: string; reference: string },
): Promise<Result<null, PayRefundManuallyRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor)) return err('not_admin')
  return inTransaction<null, PayRefundManuallyRefusal>(ctx, async (db) => {
    const paid = isUuid(refundId) ? await markPaidManually(db, ctx.jobs, { refundId, reference, now }) : null
    if (!paid) return err('nothing_to_pay')
    await recordChange(db, {
      actorId: actor.id,
      action: 'refund paid by hand',
      entity: 'order',
      entityId: paid.orderId,
      before: { refund: refundId, status: paid.from, reference: null },
      after: { refund: refundId, status: 'done', reference },
      now,
    })
    return ok(null)
  })
}
