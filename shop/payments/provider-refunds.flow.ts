import type { Db, Jobs } from '#shop/ctx.ts'
import { larger, type Money, NO_MONEY, smaller, subtract } from '#shop/kernel/money.ts'
import type { Provider, ProviderRefund, RefundAnswer } from '#shop/payment-gateway.ts'
import { MADE_ELSEWHERE } from '#shop/payments/refund.ts'
import {
  findMatchingRefunds,
  findRefundedPayment,
  insertRefund,
  payRefund,
  providerKey,
  refuseRefund,
} from '#shop/payments/refunds.sql.ts'
import { completeRefund, finishRefund } from '#shop/payments/request-refund.flow.ts'

type Work = { db: Db; jobs: Jobs; now: Date }

/** Applies refunds that the provider reports, possibly again; returns how many belong to the shop. */
export async function applyProviderRefunds(
  work: Work,
  provider: Provider,
  refunds: readonly ProviderRefund[],
): Promise<number> {
  let matched = 0
  for (const refund of refunds) if (await applyRefund(work, provider, refund)) matched += 1
  return matched
}

async function applyRefund(work: Work, provider: Provider, refund: ProviderRefund): Promise<boolean> {
  const { db, now } = work
  const isKnown = async () => {
    const rows = await findMatchingRefunds(db, refund)
    const { reason } = refund
    if (refund.status === 'failed')
      for (const { id: refundId, orderId } of rows) await refuseRefund(db, { refundId, orderId, reason, now })
    return rows.length > 0
  }
  if (await isKnown()) return true
  const payment = await findRefundedPayment(db, provider, refund.providerPaymentId)
  if (!payment) return false
  // Another process may have handled the report before this one got the lock.
  if (await isKnown()) return true
  await recordRefund(work, payment, refund)
  return true
}

type RefundedPayment = NonNullable<Awaited<ReturnType<typeof findRefundedPayment>>>

/** Completes waiting refunds first. Any remaining amount becomes a refund of its own, with a credit note. */
async function recordRefund(work: Work, payment: RefundedPayment, refund: ProviderRefund): Promise<void> {
  const { db, jobs, now } = work
  const { orderId } = payment
  const isDone = refund.status === 'done'
  const amount = isDone ? await payWaitingRefunds(work, payment, refund) : refund.amount
  if (amount <= 0) return
  const values = { orderId, paymentId: payment.id, key: providerKey(refund.id), amount }
  const row = await insertRefund(db, { ...values, reason: MADE_ELSEWHERE, actorId: null, now })
  if (!row) return
  const answer: RefundAnswer = isDone
    ? { outcome: 'accepted', providerRefundId: refund.id }
    : { outcome: 'refused', reason: refund.reason ?? '' }
  await finishRefund(db, jobs, { refundId: row.id, answer, now })
  const credit = isDone ? creditFor(payment, amount) : NO_MONEY
  if (credit > 0)
    await jobs.send(db, {
      queue: 'credit-note',
      data: { orderId, cause: `refund:${row.id}`, amount: credit },
    })
}

/** Marks waiting refunds as paid by this refund. Returns the remaining amount. */
async function payWaitingRefunds(
  { db, jobs, now }: Work,
  { orderId, waiting, left: unclaimed }: RefundedPayment,
  refund: ProviderRefund,
): Promise<Money> {
  const providerRefundId = refund.id
  let remainder = refund.amount
  let left = unclaimed
  for (const { id, amount, status } of waiting) {
    if (remainder <= 0 || (status === 'requested' && remainder <= left)) return remainder
    if (amount > remainder) {
      await payRefund(db, id, { providerRefundId, amount: subtract(amount, remainder), now })
      return remainder
    }
    await payRefund(db, id, { providerRefundId, amount: null, now })
    await completeRefund(db, jobs, { orderId, refundId: id, now })
    remainder = subtract(remainder, amount)
    if (status === 'refused') left = subtract(left, amount)
  }
  return remainder
}

/** Returns the part of the refund that lowers a paid order's price. The rest returns an overpayment. */
function creditFor({ total, balance, paymentStatus }: RefundedPayment, amount: Money): Money {
  if (paymentStatus === 'pending' || paymentStatus === 'failed') return NO_MONEY
  const balanceAfter = larger(NO_MONEY, subtract(balance, amount))
  return smaller(amount, larger(NO_MONEY, subtract(total, balanceAfter)))
}
