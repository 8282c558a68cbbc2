import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import type { RefundAccount } from '#shop/payments/refund-account.ts'
import { takesRefundAccount } from '#shop/payments/refund-accounts.read.ts'
import { saveRefundAccount } from '#shop/payments/refund-accounts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** The order's lock keeps the account while a payment to it is recorded. */
export async function giveRefundAccount(
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
