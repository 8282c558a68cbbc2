/** Applies the provider's reports, which may repeat and arrive in any order. */

import type { Ctx, Db, Jobs } from '#shop/ctx.ts'
import { add, type Money, subtract } from '#shop/kernel/money.ts'
import type { MoveProblem } from '#shop/orders/order.ts'
import { insertEvent, setPaymentStatus } from '#shop/orders/orders.sql.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { type CardGateway, isUnreachable, type ProviderPayment } from '#shop/payment-gateway.ts'
import {
  NOT_CONFIRMED_IN_TIME,
  NOT_PAID_IN_TIME,
  nextCheck,
  type PaymentIntent,
} from '#shop/payments/intent.ts'
import { changeIntent } from '#shop/payments/intents.sql.ts'
import { insertPayment } from '#shop/payments/payments.sql.ts'
import { applyProviderRefunds } from '#shop/payments/provider-refunds.flow.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { listRefundablePayments } from '#shop/payments/refunds.sql.ts'
import { refundPayment } from '#shop/payments/request-refund.flow.ts'
import { type IntentKey, type IntentWithOrder, lockIntent } from '#shop/settlement/intents.sql.ts'
import { inSavepoint } from '#shop/transaction.ts'

const LATE = 'Your payment arrived after the order had been released, and the order could not be reopened'

const LATE_REASONS: Record<MoveProblem, string> = {
  not_from: 'it has been changed since',
  out_of_stock: 'some of it has been sold out since',
  coupon_used_up: 'its coupon can no longer be used',
  not_first_order: 'its discount is for a first order, and you have ordered since',
  account_closed: 'the account has been closed',
  order_unpaid: 'it has been changed since',
}

type Work = { db: Db; jobs: Jobs; now: Date }

/** Applies a report. Returns null for an unknown intent. `isPartial`: the report does not contain all attempts. */
export async function reconcilePayment(
  work: Work,
  key: IntentKey,
  payments: readonly ProviderPayment[],
  { isPartial = false } = {},
): Promise<IntentWithOrder | null> {
  const intent = await lockIntent(work.db, key)
  if (!intent) return null
  const captured = payments.filter(({ status }) => status === 'captured')
  for (const payment of captured.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await applyPayment(work, intent, payment)
  const refunds = captured.flatMap((payment) => payment.refunds ?? [])
  await applyProviderRefunds(work, intent.provider, refunds)
  const after = await lockIntent(work.db, { id: intent.id })
  const isAwaited = after?.status === 'open' || (after?.status === 'released' && after.confirmingSince)
  if (after && isAwaited) await recordOutcome(work, after, payments, isPartial)
  return lockIntent(work.db, { id: intent.id })
}

async function applyPayment(work: Work, { id }: IntentWithOrder, payment: ProviderPayment): Promise<void> {
  const { db, jobs, now } = work
  const intent = await lockIntent(db, { id })
  if (!intent) return
  const { orderId, provider } = intent
  const { id: providerPaymentId } = payment
  const amount = receivedAmount(payment, intent.amount)
  const paymentId = await insertPayment(db, { orderId, provider, providerPaymentId, amount, capturedAt: now })
  if (!paymentId) return
  if (payment.refunded >= amount) return
  const isCovered = (await refundableAmount(db, orderId)) >= add(intent.order.advance, amount)
  const kind = classifyCapture(intent, amount, isCovered)
  if (kind === 'held') return changeIntent(db, id, { status: 'held', confirmingSince: null }, now)
  if (kind === 'pays') {
    await markPaid(work, intent)
    return refundHeld(work, intent, paymentId)
  }
  const problem = kind === 'late' ? await reopenOrder(work, orderId) : null
  if (kind === 'late' && !problem) return markPaid(work, intent)
  if (kind === 'late' || kind === 'unwanted') await setPaymentStatus(db, orderId, 'paid', now)
  const refund = { orderId, amount, reason: refundReason(kind, problem), key: `${kind}:${paymentId}` }
  const captured = { id: paymentId, left: amount }
  await refundPayment(db, jobs, { ...refund, payment: captured, actorId: null, now })
}

/** Returns the received amount. Subtracts the provider's fee if the rest is exactly what is due. */
function receivedAmount({ amount, fee }: ProviderPayment, due: Money): Money {
  return subtract(amount, fee) === due ? due : amount
}

/** Refunds held payments that staff have not accepted, because their amount is wrong. */
export async function refundHeld(
  { db, jobs, now }: Work,
  { orderId, status, createdAt }: IntentWithOrder,
  exceptPaymentId: string | null = null,
): Promise<void> {
  if (status !== 'held') return
  for (const payment of await listRefundablePayments(db, orderId)) {
    if (payment.id === exceptPaymentId || (payment.capturedAt ?? createdAt) < createdAt) continue
    const key = `wrong_amount:${payment.id}`
    const refund = { orderId, amount: payment.left, reason: refundReason('wrong_amount'), key, actorId: null }
    await refundPayment(db, jobs, { payment, ...refund, now })
  }
}

/** Reopens a released order, which is checked like a new one. Returns the problem, or null. */
async function reopenOrder({ db, jobs, now }: Work, orderId: string): Promise<MoveProblem | null> {
  const note = 'Your payment arrived after all'
  const move = { orderId, from: 'cancelled', to: 'pending', actorId: null, note, now } as const
  const outcome = await inSavepoint(
    db,
    () => transitionOrder(db, jobs, move),
    (result) => result === 'moved',
  )
  return outcome === 'moved' ? null : outcome
}

export async function markPaid(work: Work, { id, orderId }: IntentWithOrder): Promise<void> {
  const { db, jobs, now } = work
  const changes = { status: 'paid', failureReason: null, nextCheckAt: null, confirmingSince: null } as const
  await changeIntent(db, id, changes, now)
  const status = await setPaymentStatus(db, orderId, 'paid', now)
  const event = { orderId, kind: 'payment_received', actorId: null, note: null, createdAt: now } as const
  await insertEvent(db, { ...event, fromStatus: status, toStatus: status })
  await jobs.send(db, { queue: 'order-confirmation', data: { orderId } })
}

/** Records a pending or failed payment. An authorised payment must be captured, so its next check is due at once. */
async function recordOutcome(
  { db, now }: Work,
  { id, confirmingSince }: IntentWithOrder,
  payments: readonly ProviderPayment[],
  isPartial: boolean,
): Promise<void> {
  const isAuthorized = payments.some(({ status }) => status === 'authorized')
  if (isAuthorized || payments.some(({ status }) => status === 'pending')) {
    const since = { confirmingSince: confirmingSince ?? now }
    return changeIntent(db, id, isAuthorized ? { ...since, nextCheckAt: now } : since, now)
  }
  const failed = payments.findLast(({ status }) => status === 'failed')
  if (!failed) return
  if (isPartial && confirmingSince) return changeIntent(db, id, { nextCheckAt: now }, now)
  const failureReason = failed.reason ?? 'The bank declined the payment'
  await changeIntent(db, id, { failureReason, confirmingSince: null }, now)
}

/** Releases an unpaid order after its hold, unless staff changed it or a part is paid. Schedules the next check. */
export async function releaseExpiredHold(work: Work, intent: IntentWithOrder): Promise<void> {
  const { db, jobs, now } = work
  const { id, orderId, order } = intent
  const isOver = intent.status === 'open' && intent.holdUntil <= now
  const waits = order.status === 'pending' && order.paymentStatus === 'pending'
  const isPartPaid = order.advance > 0
  const status =
    isOver && (waits || (isPartPaid && order.status !== 'cancelled')) ? 'released' : intent.status
  if (status === 'released' && isOver && !isPartPaid) {
    const note = intent.confirmingSince ? NOT_CONFIRMED_IN_TIME : NOT_PAID_IN_TIME
    await transitionOrder(db, jobs, { orderId, from: 'pending', to: 'cancelled', actorId: null, note, now })
    await setPaymentStatus(db, orderId, 'failed', now)
  }
  await changeIntent(db, id, { status, nextCheckAt: nextCheck({ ...intent, status }, now) }, now)
}

/** Returns all attempts with their refunds, after capturing an authorised one. Throws ProviderUnreachable. */
async function fetchAttempts(gateway: CardGateway, providerOrderId: string | null) {
  if (!providerOrderId) return []
  const attempts = await gateway.paymentsOf(providerOrderId)
  const payments = await Promise.all(
    attempts.map(async (payment) =>
      payment.refunded > 0 ? { ...payment, refunds: await gateway.refundsOf(payment.id) } : payment,
    ),
  )
  // A second captured payment would have to be refunded.
  const isPaid = payments.some(({ status }) => status === 'captured')
  const authorized = isPaid ? undefined : payments.find(({ status }) => status === 'authorized')
  if (!authorized) return payments
  const capturedPayment = await gateway.capture(authorized)
  return payments.map((payment) => (payment.id === capturedPayment.id ? capturedPayment : payment))
}

/** Returns null when the provider is unreachable or not configured. */
export async function getPayments(
  { payments }: Pick<Ctx, 'payments'>,
  { provider, providerOrderId }: PaymentIntent,
): Promise<ProviderPayment[] | null> {
  const gateway = payments.find(provider)
  if (!gateway) return null
  try {
    return await fetchAttempts(gateway, providerOrderId)
  } catch (error) {
    if (isUnreachable(error)) return null
    throw error
  }
}

/**
 * `late`: paid after the release; the order is reopened if possible. `cash`: the courier may already collect cash.
 * `held`: staff decide, because the amount differs or, without `isCovered`, the earlier payment has been refunded.
 * All kinds except `pays` and `held` are refunded, `late` only if the order stays cancelled.
 */
type CaptureKind = 'pays' | 'late' | 'held' | 'cash' | 'unwanted' | 'surplus' | 'wrong_amount'

function classifyCapture(
  { status, amount: due, order, isCurrent }: IntentWithOrder,
  amount: Money,
  isCovered: boolean,
): CaptureKind {
  if (!isCurrent) return status === 'paid' ? 'surplus' : 'wrong_amount'
  if (order.paymentMethod === 'cod') return 'cash'
  if (amount !== due) return status !== 'paid' && order.status !== 'cancelled' ? 'held' : 'wrong_amount'
  if (status === 'paid') return 'surplus'
  if (order.status !== 'cancelled') return isCovered ? 'pays' : 'held'
  // The cancellation has refunded the earlier payment, so the order stays cancelled.
  return status === 'released' && order.advance === 0 ? 'late' : 'unwanted'
}

/** `problem`: why the order of a late payment could not be reopened. */
function refundReason(kind: Exclude<CaptureKind, 'pays' | 'held'>, problem: MoveProblem | null = null) {
  switch (kind) {
    case 'late':
      return problem ? `${LATE}: ${LATE_REASONS[problem]}. The order stays cancelled.` : `${LATE}.`
    case 'cash':
      return 'Your card payment arrived after you had chosen to pay this order in cash.'
    case 'unwanted':
      return 'Your payment arrived after the order had been cancelled.'
    case 'surplus':
      return 'The order had already been paid.'
    case 'wrong_amount':
      return 'The payment was not the amount of the order.'
  }
}
