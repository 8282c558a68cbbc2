import type { Ctx, Db } from '#shop/ctx.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { lockRefundsBy, refundedBy } from '#shop/payments/refund-agreements.sql.ts'

/**
 * True when the actor has to prove the second factor again before this refund: what they have refunded since the last proof
 * comes with it to more than the shop's limit. So many small refunds ask as one large one does. The refunds of one person
 * wait for each other from here to the end of the transaction.
 */
export async function mustConfirm(ctx: Ctx, db: Db, amount: number): Promise<boolean> {
  const { actor, config } = ctx
  if (isFresh(ctx)) return false
  if (actor.kind === 'visitor' || actor.factorAt === null) return true
  await lockRefundsBy(db, actor.id)
  return amount + (await refundedBy(db, actor.id, actor.factorAt)) > config.confirmRefundAbove
}
