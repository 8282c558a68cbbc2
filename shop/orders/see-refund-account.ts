import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { accountHint } from '#shop/payments/refund-account.ts'
import { openRefundAccount } from '#shop/payments/refund-accounts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Returns the account of a refund to the admin who pays it. Each look is in the audit log. */
export async function seeRefundAccount(ctx: Ctx, orderId: string) {
  const { actor, now, sealer } = ctx
  if (!may(actor, 'refunds')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const account = await openRefundAccount(db, sealer, orderId)
    if (!account) return err('no_refund_account')
    await recordChange(db, {
      ...{ actorId: actor.id, action: 'refund account seen', entity: 'order', entityId: orderId, now },
      before: { account: null },
      after: { account: accountHint(account) },
    })
    return ok(account)
  })
}
