import type { SpendInput } from '#shop/analytics/input.ts'
import { lockSpend, writeSpend } from '#shop/analytics/spend.sql.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RecordSpendRefusal = { ok: false; reason: 'not_admin' } | { ok: false; reason: 'month_to_come' }

/** An admin records what was spent in a month on a channel; what was recorded before is replaced. */
export async function recordSpend(ctx: Ctx, spend: SpendInput): Promise<Result<null, RecordSpendRefusal>> {
  const { actor, now } = ctx
  if (actor.kind !== 'person' || !isAdmin(actor)) return refuse('not_admin')
  if (spend.month > dayOf(now)) return refuse('month_to_come')
  return inTransaction<null, RecordSpendRefusal>(ctx, async (db) => {
    const before = await lockSpend(db, spend)
    await writeSpend(db, spend, now)
    const { month, channel, amount } = spend
    await recordChange(db, {
      actorId: actor.id,
      action: 'record',
      entity: 'spend',
      entityId: `${month} ${channel}`,
      before: before === null ? null : { amount: before },
      after: { amount },
      now,
    })
    return done(null)
  })
}
