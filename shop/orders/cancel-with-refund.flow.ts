import type { Ctx, Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  cancellationRefund,
  isSent,
} from '#shop/orders/order.ts'
import type { LockedOrder } from '#shop/orders/orders.sql.ts'
import type { ReturnedItem } from '#shop/orders/request.ts'
import { returnParcel } from '#shop/orders/return-units.flow.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { mustConfirm, type RefuseRefund } from '#shop/payments/second-person.flow.ts'

export type StaffCancellation = {
  orderId: string
  /** The refund that the admin confirmed. A different computed refund is refused. Omitted: any refund is accepted. */
  agreedRefund?: Money | undefined
  /** Returned units of an order that was shipped or delivered. Nothing else of it is restocked. */
  returned?: readonly ReturnedItem[] | undefined
  /** Only while the status is 'shipped'. The customer reads it. */
  reason?: CancellationReason | undefined
}

/** Cancels a locked order and refunds it. Returns a refusal, a `MoveProblem`, or null on success. */
export async function cancelWithRefund(
  ctx: Ctx,
  db: Db,
  order: LockedOrder,
  cancellation: StaffCancellation & { actorId: string; note: string | null },
  refuseRefund: RefuseRefund,
) {
  const { orderId, agreedRefund, returned = [], reason, actorId, note } = cancellation
  const { status: from } = order
  const hasReturned = returned.length > 0
  if ((hasReturned && !isSent(from)) || (reason && from !== 'shipped')) return err('return_without_parcel')
  const refund = cancellationRefund(order, await refundableAmount(db, orderId))
  if (agreedRefund !== undefined && agreedRefund !== refund) return err('edit_conflict')
  if (await mustConfirm(ctx, db, refund)) return err('factor_stale')
  const refusal = await refuseRefund(db, { kind: 'cancel', amount: refund, returned: [] })
  if (refusal) return err(refusal)
  const { now } = ctx
  const reply = note ?? (reason ? CANCELLATION_REASONS[reason] : null)
  const move = { orderId, from, to: 'cancelled', actorId, note: reply, now } as const
  const outcome = await transitionOrder(db, ctx.jobs, move)
  if (outcome !== 'moved') return outcome
  if (!hasReturned && !reason) return null
  return returnParcel(ctx, db, { orderId, from, returned, reason: reason ?? null, actorId, now })
}
