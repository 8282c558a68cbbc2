import { closeFlags } from '#shop/analytics/order-flags.sql.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Marks all flags of an order as reviewed. */
export async function reviewFlags(ctx: Ctx, orderId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'analytics')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await closeFlags(db, { orderId, reviewedBy: actor.id, now }))) return err('no_flag_waits')
    const flags = { before: { flags: 'waiting' }, after: { flags: 'reviewed' } }
    await recordChange(db, {
      actorId: actor.id,
      action: 'review',
      entity: 'order',
      entityId: orderId,
      ...flags,
      now,
    })
    return ok(null)
  })
}
