import type { Db, Jobs } from '#shop/ctx.ts'
import { add, type Money, NO_MONEY, smaller, subtract } from '#shop/kernel/money.ts'
import type { RefundAnswer } from '#shop/payment-gateway.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'
import {
  closeRefund,
  findRefundByKey,
  insertRefund,
  listRefundablePayments,
  lockPayments,
  markRefundPaidManually,
  type NewRefund,
  type RefundablePayment,
  updateRefundedOrder,
} from '#shop/payments/refunds.sql.ts'
import { revokeReward } from '#shop/referrals/update-referral.flow.ts'

export type OrderRefund = Omit<NewRefund, 'paymentId'>

/**
 * Refunds each payment in turn until the amount is reached, at most the paid amount less earlier refunds. Does so
 * once per `key`. Jobs send the refunds.
 */
export async function requestRefund(db: Db, jobs: Jobs, wanted: OrderRefund): Promise<Refund[]> {
  await lockPayments(db, wanted.orderId)
  const earlier = await findRefundByKey(db, wanted.key)
  if (earlier) return [earlier]
  const refunds: Refund[] = []
  for (const payment of await listRefundablePayments(db, wanted.orderId)) {
    const key = refunds.length > 0 ? `${wanted.key}:${payment.id}` : wanted.key
    const amount = subtract(wanted.amount, sumOf(refunds))
    const refund = await refundPayment(db, jobs, { ...wanted, key, amount, payment })
    if (refund) refunds.push(refund)
  }
  return refunds
}

export function sumOf(amounts: readonly { amount: Money }[]): Money {
  return add(NO_MONEY, ...amounts.map(({ amount }) => amount))
}

/** Works like `requestRefund`, for one payment. The caller has locked the order's payments. */
export async function refundPayment(
  db: Db,
  jobs: Jobs,
  { payment, ...wanted }: OrderRefund & { payment: RefundablePayment },
): Promise<Refund | null> {
  const amount = smaller(wanted.amount, payment.left)
  if (amount <= 0) return null
  const refund = await insertRefund(db, { ...wanted, amount, paymentId: payment.id })
  if (refund) await jobs.send(db, { queue: 'refund', data: { refundId: refund.id } })
  return refund
}

/** Saves the provider's response, once. */
export async function finishRefund(
  db: Db,
  jobs: Jobs,
  { refundId, answer, now }: { refundId: string; answer: RefundAnswer; now: Date },
): Promise<void> {
  const orderId = await closeRefund(db, { refundId, answer, now })
  if (!orderId) return
  if (answer.outcome === 'accepted') return completeRefund(db, jobs, { orderId, refundId, now })
  // For cash, the reason is null: the email about the decision has already asked where to pay the refund.
  if (answer.reason !== null) await jobs.send(db, { queue: 'refund-sent', data: { refundId } })
}

/** Null if no manual payment is needed, or the refund has been paid in another way since. */
export async function markPaidManually(
  db: Db,
  jobs: Jobs,
  paid: { refundId: string; reference: string; now: Date },
): Promise<{ orderId: string; from: RefundStatus; amount: Money } | null> {
  const closed = await markRefundPaidManually(db, paid)
  if (closed) await completeRefund(db, jobs, { ...paid, orderId: closed.orderId })
  return closed
}

export async function completeRefund(
  db: Db,
  jobs: Jobs,
  { orderId, refundId, now }: { orderId: string; refundId: string; now: Date },
): Promise<void> {
  await lockPayments(db, orderId)
  if (await updateRefundedOrder(db, orderId, now)) await revokeReward(db, orderId, now)
  await jobs.send(db, { queue: 'refund-sent', data: { refundId } })
}
