import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { accountHint, type RefundAccount } from '#shop/payments/refund-account.ts'
import { takesRefundAccount } from '#shop/payments/refund-accounts.read.ts'
import { openRefundAccount, saveRefundAccount } from '#shop/payments/refund-accounts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Sets where the customer's refund is paid. Locks the order, so that the account cannot change while the refund is
 * recorded as paid.
 */
export async function setRefundAccount(
  ctx: Ctx,
  { orderId, account }: { orderId: string; account: RefundAccount },
) {
  const { actor, now, sealer } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
    if (!(await takesRefundAccount(db, orderId))) return err('no_refund_to_pay')
    await saveRefundAccount(db, sealer, { orderId, account, givenBy: actor.id, now })
    return ok(null)
  })
}

/** Returns the account of a refund to the admin who pays it. Each call is recorded in the audit log. */
export async function viewRefundAccount(ctx: Ctx, orderId: string) {
  if (!may(ctx.actor, 'refunds')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const account = await openRefundAccount(db, ctx.sealer, orderId)
    if (!account) return err('no_refund_account')
    const hint = { account: accountHint(account) }
    await recordAction(db, ctx, 'refund account seen', 'order', orderId, { account: null }, hint)
    return ok(account)
  })
}
