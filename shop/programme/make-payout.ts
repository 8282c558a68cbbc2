import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { insertPayout, lockOutgoing } from '#shop/programme/pay.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin makes a payout of all approved unpaid work of others, with one line per worker. */
export async function makePayout(ctx: Ctx) {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    await lockOutgoing(db)
    const payout = await insertPayout(db, { workLogIds: null, actorId, now })
    if (!payout) return err('nothing_to_pay')
    const change = { actorId, action: 'create', entity: 'payout', entityId: payout.payoutId, now } as const
    await recordChange(db, { ...change, before: null, after: { number: payout.number } })
    return ok(payout)
  })
}
