import { reclaimCoupon, releaseCoupon } from '#shop/coupons/uses.sql.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { allocatedUnits, lockStock, moveStock, writeOff } from '#shop/inventory/stock.sql.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import {
  cancellationRefund,
  hasPaid,
  isSent,
  type OrderStatus,
  orderStep,
  paymentProblem,
  stockEffect,
} from '#shop/orders/order.ts'
import {
  changeStatus,
  insertEvent,
  type LockedOrder,
  lockOrder,
  setPaymentStatus,
} from '#shop/orders/orders.sql.ts'
import { clearParcel } from '#shop/orders/packing.sql.ts'
import { decideRequest, isReplaced } from '#shop/orders/requests.sql.ts'
import { restockableUnits, unitsOf } from '#shop/orders/units.sql.ts'
import { recordCash, revertCash } from '#shop/payments/payments.sql.ts'
import type { Refund } from '#shop/payments/refund.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { isFullyRefunded } from '#shop/payments/refunds.sql.ts'
import { requestRefund, sumOf } from '#shop/payments/request-refund.flow.ts'
import { isFirstOrder } from '#shop/pricing/discounts.read.ts'
import { isForFirstOrder } from '#shop/pricing/discounts.ts'
import { updateReferral } from '#shop/referrals/update-referral.flow.ts'

export type OrderTransition = {
  orderId: string
  /** The expected status. An order with a different status is left unchanged. */
  from: OrderStatus
  to: OrderStatus
  /** Null for the system. */
  actorId: string | null
  /** The customer sees it in the history and in the email. */
  note: string | null
  /** Adds a second history entry of this kind, to which the note and the email belong. */
  mailedAs?: 'replacement_granted'
  emailAt?: Date
  now: Date
}

/**
 * Moves an order to another status. The caller must roll back unless the result is 'moved'. Locks the order, the
 * customer, coupons, then products by id.
 */
export async function transitionOrder(db: Db, jobs: Jobs, move: OrderTransition) {
  const { orderId, from, to, actorId, note, mailedAs, emailAt, now } = move
  const order = await lockOrder(db, orderId)
  if (from === to || order?.status !== from) return 'not_from'
  const { paymentMethod, paymentStatus } = order
  // A full refund that the provider has not confirmed yet counts as refunded. Refunds of an unpaid order do not.
  const isRefunded = hasPaid(paymentStatus) && (await isFullyRefunded(db, orderId))
  const payment = isRefunded ? 'refunded' : paymentStatus
  const unpaid = paymentProblem({ paymentMethod, paymentStatus: payment }, to)
  if (unpaid) return unpaid
  if (!(await changeStatus(db, { ...move, paymentStatus }))) return 'not_from'
  if (to === 'cancelled') {
    await releaseCoupon(db, orderId)
    const isPending = paymentStatus === 'pending' || paymentStatus === 'failed'
    if (order.advance > 0 && isPending) await setPaymentStatus(db, orderId, 'paid', now)
  }
  if (orderStep(to) < orderStep(from)) await clearParcel(db, orderId)
  const problem = from === 'cancelled' ? await reclaimDiscount(db, orderId, order, now) : null
  if (problem) return problem
  const entry = { orderId, toStatus: to, actorId, createdAt: now }
  const eventId = await insertEvent(db, { ...entry, fromStatus: from, note: mailedAs ? null : note })
  const mailedId = mailedAs && (await insertEvent(db, { ...entry, kind: mailedAs, fromStatus: to, note }))
  if (to === 'delivered') await recordCash(db, orderId, now)
  // An order with a replacement keeps its cash, because its first parcel was delivered and paid.
  if (from === 'delivered' && to !== 'cancelled' && !(await isReplaced(db, orderId)))
    await revertCash(db, orderId, now)
  await closeCancellationRequest(db, move)
  if (to === 'cancelled') {
    const amount = cancellationRefund(order, await refundableAmount(db, orderId))
    await closeRefundRequest(db, move, await refundOrder(db, jobs, { ...move, amount, eventId }))
  }
  await updateReferral(db, jobs, move)
  await jobs.send(db, { queue: 'order-moved', data: { orderId, eventId: mailedId ?? eventId } }, emailAt)
  return (await applyStock(db, move)) ? 'moved' : 'out_of_stock'
}

/** Gives a reopened order its discount again. Locks the customer, so that concurrent orders wait. */
async function reclaimDiscount(db: Db, orderId: string, { userId, discountKind }: LockedOrder, now: Date) {
  if (!(await lockCustomer(db, userId))) return 'account_closed'
  if (isForFirstOrder(discountKind) && !(await isFirstOrder(db, userId, orderId))) return 'not_first_order'
  return (await reclaimCoupon(db, orderId, now)) ? null : 'coupon_used_up'
}

/** Moves units that no earlier movement has moved. If a reopened order is packed again, writes off its first parcel. */
async function applyStock(db: Db, { orderId, from, to, actorId, now }: OrderTransition): Promise<boolean> {
  const effect = stockEffect(from, to)
  if (effect === 'none') return true
  const isTaken = effect === 'take'
  const wanted = isTaken ? await unitsOf(db, orderId) : new Map<string, number>()
  const held = await (isTaken ? allocatedUnits(db, orderId) : restockableUnits(db, orderId, from))
  const ids = [...new Set([...wanted.keys(), ...held.keys()])]
  const isNewParcel = isTaken && !isSent(to)
  const units = new Map(
    ids.map((id) => [id, (isNewParcel ? 0 : (held.get(id) ?? 0)) - (wanted.get(id) ?? 0)]),
  )
  await lockStock(db, ids)
  if (isNewParcel && !(await writeOff(db, { units: held, orderId, actorId, now }))) return false
  const reason = isTaken ? 'order' : 'cancellation'
  return moveStock(db, { units, reason, orderId, actorId, now })
}

const TOO_LATE = 'The parcel was delivered before we could stop it. You can request a refund instead.'

/** Closes a cancellation request: cancelling the order approves it, delivering the order declines it. */
async function closeCancellationRequest(db: Db, { orderId, to, actorId, note, now }: OrderTransition) {
  if (to !== 'cancelled' && to !== 'delivered') return
  const [status, answer] =
    to === 'cancelled' ? (['approved', note] as const) : (['declined', TOO_LATE] as const)
  const decision = { orderId, kind: 'cancellation', status, amount: null, answer, now } as const
  // The cancellation has a history entry, so its approval needs none.
  if (!(await decideRequest(db, { ...decision, decidedBy: actorId })) || to === 'cancelled') return
  const entry = { orderId, kind: 'cancellation_declined', fromStatus: to, toStatus: to } as const
  await insertEvent(db, { ...entry, actorId, note: answer, createdAt: now })
}

const CANCELLED = 'The order was cancelled, and your payment is being refunded.'
const NOTHING_PAID = 'The order was cancelled. There was no payment left to refund.'

/** Closes an open refund request with the amount that the cancellation refunds, so that nothing is refunded twice. */
async function closeRefundRequest(
  db: Db,
  { orderId, to, actorId, now }: OrderTransition,
  refunds: readonly Refund[],
) {
  const amount = refunds.length > 0 ? sumOf(refunds) : null
  const [status, answer] = amount ? (['approved', CANCELLED] as const) : (['declined', NOTHING_PAID] as const)
  const decision = { orderId, kind: 'refund', status, amount, answer, decidedBy: actorId, now } as const
  if (!(await decideRequest(db, decision))) return
  const note = amount === null ? answer : `${formatAmount(amount)}. ${answer}`
  const entry = { orderId, fromStatus: to, toStatus: to, actorId, note, createdAt: now }
  await insertEvent(db, { ...entry, kind: amount ? 'refund_approved' : 'refund_declined' })
}

async function refundOrder(
  db: Db,
  jobs: Jobs,
  { orderId, actorId, amount, eventId, now }: OrderTransition & { amount: Money; eventId: number },
) {
  const cause = `cancel:${eventId}`
  await jobs.send(db, { queue: 'credit-note', data: { orderId, cause, amount: null } })
  return requestRefund(db, jobs, { orderId, amount, reason: 'Order cancelled', key: cause, actorId, now })
}
