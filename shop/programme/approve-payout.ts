import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isOwnAccount, ownAccounts } from '#shop/customers/own-accounts.read.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { lockPayout, setPayoutApproved, setPayoutMaker } from '#shop/programme/pay.sql.ts'
import { awaitsApproval } from '#shop/programme/pay.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * A second person approves a payout above the shop's limit. Approving twice, or what needs no approval, changes nothing.
 * Where its maker has left, the first to approve takes it over instead, and another person has to approve it.
 */
export async function approvePayout(ctx: Ctx, payoutId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'payouts')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const payout = (await lockPayout(db, payoutId)) && (await findPayout(db, payoutId))
    if (!payout) return err('payout_line_not_found')
    if (!awaitsApproval(payout, ctx.config.secondPerson.payoutsAbove)) return ok('approved' as const)
    const { createdBy, lines } = payout
    if (createdBy && (await isOwnAccount(db, actor.id, createdBy))) return err('own_payout')
    if ((await ownAccounts(db, actor.id, lines)).size > 0) return err('own_pay')
    const change = { actorId: actor.id, entity: 'payout', entityId: payoutId, now } as const
    if (!payout.makerMayPay) {
      await setPayoutMaker(db, payoutId, actor.id)
      const before = { createdBy }
      await recordChange(db, { ...change, action: 'take over', before, after: { createdBy: actor.id } })
      return ok('taken over' as const)
    }
    await setPayoutApproved(db, payoutId, { approvedBy: actor.id, now })
    const after = { approved: true }
    await recordChange(db, { ...change, action: 'approve', before: { approved: false }, after })
    return ok('approved' as const)
  })
}
