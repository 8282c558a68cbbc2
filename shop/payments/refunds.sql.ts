/** The only place that writes refunds. */
import { type Selectable, sql } from 'kysely'
import type { Refunds } from '#db/types.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, NO_MONEY, paise, smaller, subtract } from '#shop/kernel/money.ts'
import type { Provider, ProviderRefund, RefundAnswer } from '#shop/payment-gateway.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'
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
  const earlier = await db.selectFrom('refunds').selectAll().where('key', '=', wanted.key).executeTakeFirst()
  if (earlier) return toRefund(earlier)
  const [payment] = await refundable(db, wanted.orderId)
  return payment ? refundPayment(db, jobs, { ...wanted, payment }) : null
}

/** True when the order's money has been given back, or is on its way. */
export async function isRefunded(db: Db, orderId: string): Promise<boolean> {
  const refund = db
    .selectFrom('refunds')
    .select('id')
    .where('orderId', '=', orderId)
    .where('status', '!=', 'refused')
  return (await refund.limit(1).executeTakeFirst()) !== undefined
}

/** True when something was captured for the order and a refund of all of it is done or on its way. */
export async function isAllGivenBack(db: Db, orderId: string): Promise<boolean> {
  const payment = db.selectFrom('payments').select('id').where('orderId', '=', orderId).limit(1)
  if (!(await payment.executeTakeFirst())) return false
  return (await refundable(db, orderId)).length === 0
}

export type RefundablePayment = { id: string; left: Money }

/** As `requestRefund`, of one payment. The caller holds the lock on the order's payments. */
export async function refundPayment(
  db: Db,
  jobs: Jobs,
  { payment, ...wanted }: WantedOrderRefund & { payment: RefundablePayment },
): Promise<Refund | null> {
  const amount = smaller(wanted.amount, payment.left)
  if (amount <= 0) return null
  const { now, orderId, reason, key, actorId } = wanted
  const row = await db
    .insertInto('refunds')
    .values({
      orderId,
      paymentId: payment.id,
      key,
      amount,
      reason,
      actorId,
      status: 'requested',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await jobs.send(db, { queue: 'refund', data: { refundId: row.id } })
  return toRefund(row)
}

/** Whoever reads how much is left of an order's payments must keep others from doing the same. */
async function lockPayments(db: Db, orderId: string): Promise<void> {
  await db.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
}

/** The order's payments of which something is left, the fullest first. */
async function refundable(db: Db, orderId: string): Promise<(RefundablePayment & { provider: Provider })[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.paymentId', '=', 'payments.id').on('refunds.status', '!=', 'refused'),
    )
    .select(['payments.id', 'payments.amount', 'payments.provider'])
    .select(({ fn }) => fn.sum<string | null>('refunds.amount').as('given'))
    .where('payments.orderId', '=', orderId)
    .groupBy('payments.id')
    .execute()
  return rows
    .map(({ id, amount, given, provider }) => ({
      id,
      left: subtract(paise(amount), paise(Number(given ?? 0))),
      provider: provider as Provider,
    }))
    .filter(({ left }) => left > NO_MONEY)
    .toSorted((a, b) => b.left - a.left)
}

/** The payment that a refund of the order gives back; `left` of it is zero, without a provider, when there is none. */
export async function fullestPayment(
  db: Db,
  orderId: string,
): Promise<{ left: Money; provider: Provider | null }> {
  const [payment] = await refundable(db, orderId)
  return payment ?? { left: NO_MONEY, provider: null }
}

/** How much one refund of the order can give back at most. The caller holds the lock on the order. */
export async function leftOf(db: Db, orderId: string): Promise<Money> {
  return (await fullestPayment(db, orderId)).left
}

export function toRefund(row: Selectable<Refunds>): Refund {
  return {
    id: row.id,
    orderId: row.orderId,
    amount: paise(row.amount),
    reason: row.reason,
    status: row.status as RefundStatus,
    failureReason: row.failureReason,
    reference: row.providerRefundId,
    createdAt: row.createdAt,
  }
}

/** A refund that the provider has not confirmed, with the payment that it gives back. */
export async function findUnfinished(db: Db, refundId: string) {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.amount', 'attempts', 'provider', 'providerPaymentId'])
    .where('refunds.id', '=', refundId)
    .where('status', '=', 'requested')
    .executeTakeFirst()
  return row && { ...row, amount: paise(row.amount), provider: row.provider as Provider }
}
export type UnfinishedRefund = NonNullable<Awaited<ReturnType<typeof findUnfinished>>>

/** Noted before the provider is asked: an answer that never came may still have been a yes. */
export async function countAttempt(db: Db, refundId: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', refundId)
    .execute()
}

const STATUS_OF = { accepted: 'done', refused: 'refused', by_hand: 'by_hand' } as const

/** Writes down what the provider said, once; an order of which all is given back becomes `refunded`. */
export async function finishRefund(
  db: Db,
  jobs: Jobs,
  { refundId, answer, now }: { refundId: string; answer: RefundAnswer; now: Date },
): Promise<void> {
  const row = await db
    .updateTable('refunds')
    .set({
      status: STATUS_OF[answer.outcome],
      providerRefundId: answer.outcome === 'accepted' ? answer.providerRefundId : null,
      failureReason: answer.outcome === 'refused' ? answer.reason : null,
      updatedAt: now,
    })
    .where('id', '=', refundId)
    .where('status', '=', 'requested')
    .returning('orderId')
    .executeTakeFirst()
  if (!row || answer.outcome !== 'accepted') return
  await recordRefunded(db, row.orderId, now)
  await jobs.send(db, { queue: 'refund-sent', data: { refundId } })
}

/** `refunded` once everything that was captured has been given back. */
export async function recordRefunded(db: Db, orderId: string, now: Date): Promise<void> {
  await lockPayments(db, orderId)
  const { captured } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('amount'), sql<string>`0`).as('captured'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const { given } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('amount'), sql<string>`0`).as('given'))
    .where('orderId', '=', orderId)
    .where('status', '=', 'done')
    .executeTakeFirstOrThrow()
  if (Number(captured) === 0 || Number(given) < Number(captured)) return
  await db
    .updateTable('orders')
    .set({ paymentStatus: 'refunded', updatedAt: now })
    .where('id', '=', orderId)
    .execute()
  await revokeReward(db, orderId)
}

/** The provider took a refund and could not pay it out after all. True when it was one of ours, whatever it became. */
export async function refuseRefund(db: Db, refund: ProviderRefund, now: Date): Promise<boolean> {
  if (!refund.key || !isUuid(refund.key)) return false
  const known = await db
    .selectFrom('refunds')
    .select(['id', 'orderId'])
    .where('id', '=', refund.key)
    .executeTakeFirst()
  if (!known) return false
  if (refund.status !== 'failed') return true
  await lockPayments(db, known.orderId)
  const row = await db
    .updateTable('refunds')
    .set({ status: 'refused', failureReason: refund.reason, updatedAt: now })
    .where('id', '=', known.id)
    .where('status', 'in', ['requested', 'done'])
    .returning('orderId')
    .executeTakeFirst()
  if (!row) return true
  // The customer has not got everything back.
  await db
    .updateTable('orders')
    .set({ paymentStatus: 'paid', updatedAt: now })
    .where('id', '=', row.orderId)
    .where('paymentStatus', '=', 'refunded')
    .execute()
  return true
}

/**
 * Somebody has given the money back without the provider. Null when there is nothing to pay by hand, or when what the
 * provider refused has gone back in another way since.
 */
export async function markPaidManually(
  db: Db,
  jobs: Jobs,
  { refundId, reference, now }: { refundId: string; reference: string; now: Date },
): Promise<{ orderId: string; from: RefundStatus } | null> {
  const found = await db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!found) return null
  const { orderId } = found
  await lockPayments(db, orderId)
  if (found.status === 'refused') {
    const payment = (await refundable(db, orderId)).find(({ id }) => id === found.paymentId)
    if (!payment || payment.left < found.amount) return null
  }
  const row = await db
    .updateTable('refunds')
    .set({ status: 'done', providerRefundId: reference, updatedAt: now })
    .where('id', '=', refundId)
    .where('status', 'in', ['by_hand', 'refused'])
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await recordRefunded(db, orderId, now)
  await jobs.send(db, { queue: 'refund-sent', data: { refundId } })
  return { orderId, from: found.status as RefundStatus }
}
