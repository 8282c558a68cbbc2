import type { Ctx, Db } from '#shop/ctx.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { lockRefundsBy, refundedBy } from '#shop/payments/refund-agreements.sql.ts'

/** True when refunds since the last proof exceed the limit. Refunds of one person wait in turn. */
export async function mustConfirm(ctx: Ctx, db: Db, amount: number): Promise<boolean> {
  const { actor, config } = ctx
  if (isFresh(ctx)) return false
  if (actor.kind === 'visitor' || actor.factorAt === null) return true
  await lockRefundsBy(db, actor.id)
  return amount + (await refundedBy(db, actor.id, actor.factorAt)) > config.confirmRefundAbove
}
