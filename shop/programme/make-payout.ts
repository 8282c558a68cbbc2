import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { insertPayout, lockOutgoing, type NewPayout } from '#shop/programme/pay.sql.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { inTransaction } from '#shop/transaction.ts'

type Refused =
  | ProgrammeRefusal<'not_allowed'>
  | ProgrammeRefusal<'factor_stale'>
  | ProgrammeRefusal<'nothing_to_pay'>

/** An admin makes a payout of all approved unpaid work of others, with one line per worker. */
export async function makePayout(ctx: Ctx): Promise<Result<NewPayout, Refused>> {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const actorId = actor.id
  return inTransaction<NewPayout, Refused>(ctx, async (db) => {
    await lockOutgoing(db)
    const payout = await insertPayout(db, { workLogIds: null, actorId, now })
    if (!payout) return err('nothing_to_pay')
    const change = { actorId, action: 'create', entity: 'payout', entityId: payout.payoutId, now } as const
    await recordChange(db, { ...change, before: null, after: { number: payout.number } })
    return ok(payout)
  })
}
