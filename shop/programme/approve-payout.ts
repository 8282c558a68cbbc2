import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { lockPayout, setPayoutApproved } from '#shop/programme/pay.sql.ts'
import { awaitsApproval } from '#shop/programme/pay.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ApprovePayoutRefusal =
  | ProgrammeRefusal<'not_allowed'>
  | ProgrammeRefusal<'payout_line_not_found'>
  | ProgrammeRefusal<'own_payout'>
  | { ok: false; reason: 'factor_stale' }

/** A second person approves a payout above the shop's limit. Approving twice, or what needs no approval, changes nothing. */
export async function approvePayout(ctx: Ctx, payoutId: string): Promise<Result<null, ApprovePayoutRefusal>> {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction<null, ApprovePayoutRefusal>(ctx, async (db) => {
    const payout = (await lockPayout(db, payoutId)) && (await findPayout(db, payoutId))
    if (!payout) return err('payout_line_not_found')
    if (!awaitsApproval(payout, ctx.config.secondPerson.payoutsAbove)) return ok(null)
    if (payout.createdBy === actor.id) return err('own_payout')
    await setPayoutApproved(db, payoutId, { approvedBy: actor.id, now })
    const change = {
      actorId: actor.id,
      action: 'approve',
      entity: 'payout',
      entityId: payoutId,
      now,
    } as const
    await recordChange(db, { ...change, before: { approved: false }, after: { approved: true } })
    return ok(null)
  })
}
