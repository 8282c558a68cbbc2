/** The steps of a refund that several use cases share: asked for, answered, paid by hand. */
import type { Db, Jobs } from '#shop/ctx.ts'
import { type Money, smaller } from '#shop/kernel/money.ts'
import type { RefundAnswer } from '#shop/payment-gateway.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'
import {
  closeManualRefund,
  closeRefund,
  findRefundByKey,
  insertRefund,
  lockPayments,
  type RefundablePayment,
  refundable,
  updateRefundedOrder,
} from '#shop/payments/refunds.sql.ts'
import { revokeReward } from '#shop/referrals/settle-referral.flow.ts'

export type WantedOrderRefund = {
  orderId: string
  amount: Money
  /** For the customer and the books: 'Order cancelled'. */
  reason: string
  /** What it is for, such as 'cancel:<order id>'; asking again with the same key gives the same refund. */
  key: string
  /** Null: the shop itself. */
  actorId: string | null
  now: Date
}

/**
 * Gives money back, inside the caller's transaction: at most one refund per `key`, and never more in sum than was
 * captured (a larger amount is cut to what is left). The provider is asked by a job. Null when nothing was captured,
 * or nothing is left of it.
 */
export async function requestRefund(db: Db, jobs: Jobs, wanted: WantedOrderRefund): Promise<Refund | null> {
  await lockPayments(db, wanted.orderId)
  const earlier = await findRefundByKey(db, wanted.key)
  if (earlier) return earlier
  const [payment] = await refundable(db, wanted.orderId)
  return payment ? refundPayment(db, jobs, { ...wanted, payment }) : null
}

/** As `requestRefund`, of one payment. The caller holds the lock on the order's payments. */
export async function refundPayment(
  db: Db,
  jobs: Jobs,
  { payment, ...wanted }: WantedOrderRefund & { payment: RefundablePayment },
): Promise<Refund | null> {
  const amount = smaller(wanted.amount, payment.left)
  if (amount <= 0) return null
  const refund = await insertRefund(db, { ...wanted, amount, paymentId: payment.id })
  if (refund) await jobs.send(db, { queue: 'refund', data: { refundId: refund.id } })
  return refund
}

/** Writes the provider's answer, once; an order of which all is given back becomes `refunded`, and its customer is told. */
export async function finishRefund(
  db: Db,
  jobs: Jobs,
  { refundId, answer, now }: { refundId: string; answer: RefundAnswer; now: Date },
): Promise<void> {
  const orderId = await closeRefund(db, { refundId, answer, now })
  if (orderId && answer.outcome === 'accepted') await completeRefund(db, jobs, { orderId, refundId, now })
}

/** Null when there is nothing to pay by hand, or when the money of a refused one has gone back in another way since. */
export async function markPaidManually(
  db: Db,
  jobs: Jobs,
  paid: { refundId: string; reference: string; now: Date },
): Promise<{ orderId: string; from: RefundStatus } | null> {
  const closed = await closeManualRefund(db, paid)
  if (closed) await completeRefund(db, jobs, { ...paid, orderId: closed.orderId })
  return closed
}

async function completeRefund(
  db: Db,
  jobs: Jobs,
  { orderId, refundId, now }: { orderId: string; refundId: string; now: Date },
): Promise<void> {
  await recordRefunded(db, orderId, now)
  await jobs.send(db, { queue: 'refund-sent', data: { refundId } })
}

/** The payment status becomes `refunded`, and a referral's reward is revoked, once all that was captured is given back. */
async function recordRefunded(db: Db, orderId: string, now: Date): Promise<void> {
  await lockPayments(db, orderId)
  if (await updateRefundedOrder(db, orderId, now)) await revokeReward(db, orderId)
}
