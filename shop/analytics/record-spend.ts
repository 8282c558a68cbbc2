import type { SpendInput } from '#shop/analytics/input.ts'
import { insertSpend, lockSpend, updateSpend } from '#shop/analytics/spend.sql.ts'
import { spendId } from '#shop/analytics/spend.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `seenAt`: the time of the displayed record; a later one is not overwritten. */
export async function recordSpend(ctx: Ctx, { seenAt, ...spend }: SpendInput & { seenAt: Date | null }) {
  const { actor, now } = ctx
  if (!may(actor, 'analytics')) return err('not_allowed')
  if (spend.month > dayOf(now)) return err('month_to_come')
  return inTransaction(ctx, async (db) => {
    const before = await lockSpend(db, spend)
    if ((before?.updatedAt.getTime() ?? null) !== (seenAt?.getTime() ?? null)) return err('spend_changed')
    if (before) await updateSpend(db, spend, now)
    else if (!(await insertSpend(db, spend, now))) return err('spend_changed')
    const { month, channel, amount } = spend
    await recordChange(db, {
      actorId: actor.id,
      action: 'record',
      entity: 'spend',
      entityId: spendId({ month, channel }),
      before: before && { amount: before.amount },
      after: { amount },
      now,
    })
    return ok(null)
  })
}
