/** Applies the provider's reports to an order in one transaction. Reports may repeat and arrive in any order. */

import type { Db, Jobs } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { MoveProblem, OrderStatus } from '#shop/orders/order.ts'
import { insertEvent, setPaymentStatus } from '#shop/orders/orders.sql.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import type { CardGateway, ProviderPayment } from '#shop/payment-gateway.ts'
import { NOT_PAID_IN_TIME, nextCheck, type PaymentIntent } from '#shop/payments/intent.ts'
import { changeIntent } from '#shop/payments/intents.sql.ts'
import { insertPayment } from '#shop/payments/payments.sql.ts'
import { refundPayment } from '#shop/payments/request-refund.flow.ts'
import { type IntentKey, type IntentWithOrder, lockIntent } from '#shop/settlement/intents.sql.ts'
import { inSavepoint } from '#shop/transaction.ts'

const LATE = 'Your payment arrived after the order had been released, and it could not be taken up again'

/** Why a released order cannot be reopened when its payment arrives late. */
const LATE_REASONS: Record<MoveProblem, string> = {
  not_from: 'it has been changed since',
  out_of_stock: 'some of it has been sold out since',
  coupon_used_up: 'its coupon can no longer be used',
  not_first_order: 'its discount is for a first order, and you have ordered since',
  account_closed: 'the account has been closed',
  order_unpaid: 'it has been changed since',
}

type Work = { db: Db; jobs: Jobs; now: Date }

/**
 * Applies the provider's report about one intent; null when it does not exist. Each captured payment counts
 * once: the first expected one pays the order, and others are refunded.
 */
export async function reconcilePayment(
  work: Work,
  key: IntentKey,
  payments: readonly ProviderPayment[],
): Promise<IntentWithOrder | null> {
  const intent = await lockIntent(work.db, key)
  if (!intent) return null
  const captured = payments.filter(({ status }) => status === 'captured')
  for (const payment of captured.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await take(work, intent, payment)
  const after = await lockIntent(work.db, { id: intent.id })
  if (after?.status === 'open') await noteFailure(work, after, payments)
  return lockIntent(work.db, { id: intent.id })
}

async function take(work: Work, { id }: IntentWithOrder, payment: ProviderPayment): Promise<void> {
  const { db, jobs, now } = work
  const intent = await lockIntent(db, { id })
  if (!intent) return
  const { orderId, provider } = intent
  const { id: providerPaymentId, amount } = payment
  const paymentId = await insertPayment(db, { orderId, provider, providerPaymentId, amount, capturedAt: now })
  if (!paymentId) return
  const meaning = classifyCapture(intent, intent.order.status, amount)
  if (meaning === 'pays') return markPaid(work, intent)
  const problem = meaning === 'late' ? await reopen(work, orderId) : null
  if (meaning === 'late' && !problem) return markPaid(work, intent)
  if (meaning === 'late' || meaning === 'unwanted') await setPaymentStatus(db, orderId, 'paid', now)
  await refundPayment(db, jobs, {
    payment: { id: paymentId, left: amount },
    orderId,
    amount,
    reason: refundReason(meaning, problem),
    key: `${meaning}:${paymentId}`,
    actorId: null,
    now,
  })
}

/** Reopens a released order, checked like a new one; on a problem nothing is changed and the problem is returned. */
async function reopen({ db, jobs, now }: Work, orderId: string): Promise<MoveProblem | null> {
  const note = 'Your payment arrived after all'
  const move = { orderId, from: 'cancelled', to: 'pending', actorId: null, note, now } as const
  const moved = await inSavepoint(
    db,
    () => transitionOrder(db, jobs, move),
    (result) => result === 'moved',
  )
  return moved === 'moved' ? null : moved
}

async function markPaid(work: Work, { id, orderId }: IntentWithOrder): Promise<void> {
  const { db, jobs, now } = work
  await changeIntent(db, id, { status: 'paid', failureReason: null, nextCheckAt: null }, now)
  const status = await setPaymentStatus(db, orderId, 'paid', now)
  const event = { orderId, kind: 'payment_received', actorId: null, note: null, createdAt: now } as const
  await insertEvent(db, { ...event, fromStatus: status, toStatus: status })
  await jobs.send(db, { queue: 'order-confirmation', data: { orderId } })
}

/** The last attempt failed and no other is pending. An authorised one must be captured, so the next check is soon. */
async function noteFailure(work: Work, intent: IntentWithOrder, payments: readonly ProviderPayment[]) {
  const { db, now } = work
  if (payments.some(({ status }) => status === 'authorized')) {
    return changeIntent(db, intent.id, { nextCheckAt: now }, now)
  }
  const failed = payments.findLast(({ status }) => status === 'failed')
  const isUnderWay = payments.some(({ status }) => status === 'pending')
  if (failed && !isUnderWay) {
    const failureReason = failed.reason ?? 'The bank declined the payment'
    await changeIntent(db, intent.id, { failureReason }, now)
  }
}

/**
 * Releases an unpaid order after its hold, and sets the time of the next check. An order that an admin has changed is
 * not released.
 */
export async function releaseExpiredHold(work: Work, intent: IntentWithOrder): Promise<void> {
  const { db, jobs, now } = work
  const { id, orderId, order } = intent
  const isOver = intent.status === 'open' && intent.holdUntil <= now
  const waits = order.status === 'pending' && order.paymentStatus === 'pending'
  const status = isOver && waits ? 'released' : intent.status
  if (status === 'released' && isOver) {
    const note = NOT_PAID_IN_TIME
    await transitionOrder(db, jobs, { orderId, from: 'pending', to: 'cancelled', actorId: null, note, now })
    await setPaymentStatus(db, orderId, 'failed', now)
  }
  await changeIntent(db, id, { status, nextCheckAt: nextCheck({ ...intent, status }, now) }, now)
}

/** All attempts to pay an order, after capturing one that is only authorised. Throws ProviderUnreachable. */
export async function fetchPayments(
  gateway: CardGateway,
  providerOrderId: string | null,
): Promise<ProviderPayment[]> {
  if (!providerOrderId) return []
  const payments = await gateway.paymentsOf(providerOrderId)
  // A second capture would have to be refunded.
  const isPaid = payments.some(({ status }) => status === 'captured')
  const authorized = isPaid ? undefined : payments.find(({ status }) => status === 'authorized')
  if (!authorized) return payments
  const taken = await gateway.capture(authorized)
  return payments.map((payment) => (payment.id === taken.id ? taken : payment))
}

/**
 * How a captured payment affects its order. `pays`: the expected payment. `late`: the order was released meanwhile, and
 * may be reopened if its stock is available. Everything else is refunded.
 */
type CaptureKind = 'pays' | 'late' | 'unwanted' | 'surplus' | 'wrong_amount'

function classifyCapture(
  intent: Pick<PaymentIntent, 'status' | 'amount'>,
  orderStatus: OrderStatus,
  amount: Money,
): CaptureKind {
  if (amount !== intent.amount) return 'wrong_amount'
  if (intent.status === 'paid') return 'surplus'
  if (orderStatus !== 'cancelled') return 'pays'
  return intent.status === 'released' ? 'late' : 'unwanted'
}

/** The customer's text for a refunded payment. `problem`: why the order of a late payment was not reopened. */
function refundReason(meaning: Exclude<CaptureKind, 'pays'>, problem: MoveProblem | null = null): string {
  switch (meaning) {
    case 'late':
      return problem ? `${LATE}: ${LATE_REASONS[problem]}. The order stays cancelled.` : `${LATE}.`
    case 'unwanted':
      return 'Your payment arrived after the order had been cancelled.'
    case 'surplus':
      return 'The order had already been paid.'
    case 'wrong_amount':
      return 'The payment was not the amount of the order.'
  }
}
