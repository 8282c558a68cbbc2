import type { Db, Jobs } from '#shop/ctx.ts'
import { larger, type Money, NO_MONEY, smaller, subtract } from '#shop/kernel/money.ts'
import type { Provider, ProviderRefund, RefundAnswer } from '#shop/payment-gateway.ts'
import { MADE_ELSEWHERE } from '#shop/payments/refund.ts'
import {
  findRefundedPayment,
  insertRefund,
  payRefund,
  providerKey,
  refundsMadeBy,
  refuseRefund,
} from '#shop/payments/refunds.sql.ts'
import { completeRefund, finishRefund } from '#shop/payments/request-refund.flow.ts'

type Work = { db: Db; jobs: Jobs; now: Date }

/** Applies refunds, which may repeat; returns how many belong to the shop. */
export async function applyProviderRefunds(
  work: Work,
  provider: Provider,
  refunds: readonly ProviderRefund[],
): Promise<number> {
  let own = 0
  for (const refund of refunds) if (await apply(work, provider, refund)) own += 1
  return own
}

async function apply(work: Work, provider: Provider, refund: ProviderRefund): Promise<boolean> {
  const { db, now } = work
  const isKnown = async () => {
    const made = await refundsMadeBy(db, refund)
    const { reason } = refund
    if (refund.status === 'failed')
      for (const { id: refundId, orderId } of made) await refuseRefund(db, { refundId, orderId, reason, now })
    return made.length > 0
  }
  if (await isKnown()) return true
  const payment = await findRefundedPayment(db, provider, refund.providerPaymentId)
  if (!payment) return false
  // Another report may have been handled before the lock.
  if (await isKnown()) return true
  await record(work, payment, refund)
  return true
}

type RefundedPayment = NonNullable<Awaited<ReturnType<typeof findRefundedPayment>>>

/** First pays refunds that wait. The rest is a refund of its own, with a credit note. */
async function record(work: Work, payment: RefundedPayment, refund: ProviderRefund): Promise<void> {
  const { db, jobs, now } = work
  const { orderId } = payment
  const isDone = refund.status === 'done'
  const amount = isDone ? await payWaiting(work, payment, refund) : refund.amount
  if (amount <= 0) return
  const made = { orderId, paymentId: payment.id, key: providerKey(refund.id), amount }
  const row = await insertRefund(db, { ...made, reason: MADE_ELSEWHERE, actorId: null, now })
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

/** Pays waiting refunds with this one. Returns the rest. */
async function payWaiting(
  { db, jobs, now }: Work,
  { orderId, waiting, left: unclaimed }: RefundedPayment,
  refund: ProviderRefund,
): Promise<Money> {
  const providerRefundId = refund.id
  let rest = refund.amount
  let left = unclaimed
  for (const { id, amount, status } of waiting) {
    if (rest <= 0 || (status === 'requested' && rest <= left)) return rest
    if (amount > rest) {
      await payRefund(db, id, { providerRefundId, amount: subtract(amount, rest), now })
      return rest
    }
    await payRefund(db, id, { providerRefundId, amount: null, now })
    await completeRefund(db, jobs, { orderId, refundId: id, now })
    rest = subtract(rest, amount)
    if (status === 'refused') left = subtract(left, amount)
  }
  return rest
}

/** Returns what the refund takes off a paid order's price. The rest gives back money paid too much. */
function creditFor({ total, kept: received, paymentStatus }: RefundedPayment, amount: Money): Money {
  if (paymentStatus !== 'paid' && paymentStatus !== 'refunded') return NO_MONEY
  const keptAfter = larger(NO_MONEY, subtract(received, amount))
  return smaller(amount, larger(NO_MONEY, subtract(total, keptAfter)))
}
