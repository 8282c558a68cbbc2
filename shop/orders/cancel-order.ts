import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { wasPaidInCash } from '#shop/orders/order.ts'
import { insertMailedEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { cancellationOf } from '#shop/orders/request.ts'
import { isReplaced, openRequest } from '#shop/orders/requests.sql.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { isBeingPaid } from '#shop/payments/payments.read.ts'
import type { RefundAccount } from '#shop/payments/refund-account.ts'
import { saveRefundAccount } from '#shop/payments/refund-accounts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type Cancellation = {
  orderId: string
  details: string
  /** Where to pay the refund of a paid cash order; null if the customer enters it later. */
  account?: RefundAccount | null | undefined
}

/**
 * Cancels an order, or requests its cancellation once it is shipped. Refuses after a granted replacement, because the
 * first goods were sent.
 */
export async function cancelOrder(ctx: Ctx, input: Cancellation) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const order = await lockOrder(db, input.orderId)
    if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
    if (order.status === 'cancelled') return ok('cancelled' as const)
    const way = cancellationOf(order.status)
    if (!way) return err('not_cancellable')
    if (await isReplaced(db, input.orderId)) return err('replacement_sent')
    if (await isBeingPaid(db, input.orderId, now)) return err('payment_confirming')
    const { orderId, account } = input
    if (account && wasPaidInCash(order))
      await saveRefundAccount(db, ctx.sealer, { orderId, account, givenBy: actor.id, now })
    const note = input.details || null
    if (way === 'at_once') {
      const move = { orderId, from: order.status, to: 'cancelled', actorId: actor.id, note, now } as const
      const outcome = await transitionOrder(db, ctx.jobs, move)
      // The row is locked, and returning stock cannot run short.
      if (outcome !== 'moved') throw new Error(`a locked order could not be cancelled: ${outcome}`)
      return ok('cancelled' as const)
    }
    const { details } = input
    if (await openRequest(db, { orderId, kind: 'cancellation', reason: 'cancelled', details, now })) {
      const entry = { orderId, kind: 'cancellation_requested', status: order.status } as const
      await insertMailedEvent(db, ctx.jobs, { ...entry, actorId: actor.id, note, now })
    }
    return ok('requested' as const)
  })
}
