import { type Selectable, sql } from 'kysely'
import type { Refunds } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { add, type Money, NO_MONEY, paise, subtract } from '#shop/kernel/money.ts'
import type { Provider, ProviderRefund, RefundAnswer } from '#shop/payment-gateway.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'

/** True when a refund is done or on its way. */
export async function isRefunded(db: Db, orderId: string): Promise<boolean> {
  const refund = db
    .selectFrom('refunds')
    .select('id')
    .where('orderId', '=', orderId)
    .where('status', '!=', 'refused')
  return (await refund.limit(1).executeTakeFirst()) !== undefined
}

/** True when refunds of all payments are done or on their way. False without a payment. */
export async function isFullyRefunded(db: Db, orderId: string): Promise<boolean> {
  const payment = db.selectFrom('payments').select('id').where('orderId', '=', orderId).limit(1)
  if (!(await payment.executeTakeFirst())) return false
  return (await listRefundablePayments(db, orderId)).length === 0
}

export type NewRefund = {
  orderId: string
  paymentId: string
  /** A text such as 'cancel:<order id>'. Inserting the same key again changes nothing. */
  key: string
  amount: Money
  /** A text that the customer reads: 'Order cancelled'. */
  reason: string
  actorId: string | null
  now: Date
}

/** Returns null when a refund with this key exists. */
export async function insertRefund(db: Db, refund: NewRefund): Promise<Refund | null> {
  const { now, ...values } = refund
  const row = await db
    .insertInto('refunds')
    .values({ ...values, status: 'requested', createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? findRefundByKey(db, refund.key) : null
}

export function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .selectAll('refunds')
    .select('payments.provider')
}

export async function findRefundByKey(db: Db, key: string): Promise<Refund | null> {
  const row = await selectRefunds(db).where('key', '=', key).executeTakeFirst()
  return row ? toRefund(row) : null
}

export type RefundablePayment = { id: string; left: Money }

/** Locks the order's row, so that concurrent refunds see the remaining payments. */
export async function lockPayments(db: Db, orderId: string): Promise<void> {
  await db.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
}

/** Returns payments that are not fully refunded, the largest remainder first. */
export async function listRefundablePayments(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.paymentId', '=', 'payments.id').on('refunds.status', '!=', 'refused'),
    )
    .select(['payments.id', 'payments.amount', 'payments.provider', 'payments.capturedAt'])
    .select(({ fn }) => fn.sum<string | null>('refunds.amount').as('refunded'))
    .where('payments.orderId', '=', orderId)
    .groupBy('payments.id')
    .execute()
  return rows
    .map(({ amount, refunded, ...payment }) => {
      return { ...payment, left: subtract(amount, paise(Number(refunded ?? 0))) }
    })
    .filter(({ left }) => left > NO_MONEY)
    .toSorted((a, b) => b.left - a.left)
}

export function toRefund(row: Selectable<Refunds> & { provider: Provider }): Refund {
  const { id, orderId, amount, provider, reason, status, failureReason, createdAt } = row
  return {
    ...{ id, orderId, amount, provider, reason, status, failureReason, createdAt },
    isCash: provider === 'cod',
    reference: row.providerRefundId,
    doneAt: status === 'done' ? row.updatedAt : null,
  }
}

async function findWithPayment(db: Db, refundId: string, statuses: readonly RefundStatus[]) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.amount', 'attempts', 'provider', 'providerPaymentId'])
    .where('refunds.id', '=', refundId)
    .where('status', 'in', [...statuses])
    .executeTakeFirst()
}

export const findUnfinished = (db: Db, refundId: string) => findWithPayment(db, refundId, ['requested'])
export const findRefundToPay = (db: Db, refundId: string) =>
  findWithPayment(db, refundId, ['by_hand', 'refused'])
export type UnfinishedRefund = NonNullable<Awaited<ReturnType<typeof findUnfinished>>>

/** Counts the attempt before the request, since a request with a lost answer may have succeeded. */
export async function countAttempt(db: Db, refundId: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', refundId)
    .execute()
}

/** Returns the key of a refund that the shop did not request. */
export const providerKey = (providerRefundId: string) => `provider:${providerRefundId}`

/** Returns the refunds with this report's key, and refunds that this report has already paid. */
export async function findMatchingRefunds(db: Db, { id, key, providerPaymentId }: ProviderRefund) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.orderId'])
    .where((eb) =>
      eb.or([
        ...(key && isUuid(key) ? [eb('refunds.id', '=', key)] : []),
        eb('key', '=', providerKey(id)),
        eb.and([eb('providerPaymentId', '=', providerPaymentId), eb('providerRefundId', '=', id)]),
      ]),
    )
    .execute()
}

const IS_WITH_COURIER = sql`exists (select from payments where order_id = orders.id and captured_at is null)`

/** Marks a refund that the provider could not pay out. The order then no longer counts as refunded in full. */
export async function refuseRefund(
  db: Db,
  { refundId, orderId, reason, now }: { refundId: string; orderId: string; reason: string | null; now: Date },
): Promise<void> {
  await lockPayments(db, orderId)
  const row = await db
    .updateTable('refunds')
    .set({ status: 'refused', failureReason: reason, updatedAt: now })
    .where('id', '=', refundId)
    .where('status', 'in', ['requested', 'done'])
    .returning('orderId')
    .executeTakeFirst()
  if (!row) return
  await db
    .updateTable('orders')
    .set({
      paymentStatus: sql`case when ${IS_WITH_COURIER} then 'collected' else 'paid' end`,
      updatedAt: now,
    })
    .where('id', '=', orderId)
    .where('paymentStatus', '=', 'refunded')
    .execute()
}

/** Finds the payment and locks its order. Null if unknown. `left`: the amount neither refunded nor requested. */
export async function findRefundedPayment(db: Db, provider: Provider, providerPaymentId: string) {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(['payments.id', 'payments.orderId', 'orders.total', 'orders.paymentStatus'])
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
  if (!payment) return null
  await lockPayments(db, payment.orderId)
  const all = await listRefundablePayments(db, payment.orderId)
  const waiting = await db
    .selectFrom('refunds')
    .select(['id', 'amount', 'status'])
    .where('paymentId', '=', payment.id)
    .where('status', 'in', ['requested', 'by_hand', 'refused'])
    .orderBy(sql`status = 'requested'`)
    .orderBy('createdAt')
    .execute()
  return {
    ...payment,
    left: all.find(({ id }) => id === payment.id)?.left ?? NO_MONEY,
    /** The amount of all payments that is not refunded. */
    balance: add(NO_MONEY, ...all.map(({ left }) => left)),
    waiting,
  }
}

/** Marks a waiting refund as paid. With `amount`, only reduces it to this amount. */
export async function payRefund(
  db: Db,
  id: string,
  { providerRefundId, amount, now }: { providerRefundId: string; amount: Money | null; now: Date },
): Promise<void> {
  const done = { status: 'done', providerRefundId, failureReason: null }
  const set = amount === null ? done : { amount }
  await db
    .updateTable('refunds')
    .set({ ...set, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

const STATUS_OF = { accepted: 'done', refused: 'refused', by_hand: 'by_hand' } as const

/** Saves the provider's response; null if one was saved before. */
export async function closeRefund(
  db: Db,
  { refundId, answer, now }: { refundId: string; answer: RefundAnswer; now: Date },
): Promise<string | null> {
  const row = await db
    .updateTable('refunds')
    .set({
      status: STATUS_OF[answer.outcome],
      providerRefundId: answer.outcome === 'accepted' ? answer.providerRefundId : null,
      failureReason: answer.outcome === 'accepted' ? null : answer.reason,
      updatedAt: now,
    })
    .where('id', '=', refundId)
    .where('status', '=', 'requested')
    .returning('orderId')
    .executeTakeFirst()
  return row?.orderId ?? null
}

/** Marks a fully refunded order. An order that waits for cash stays unchanged. The caller holds the lock. */
export async function updateRefundedOrder(db: Db, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ captured: Money; refunded: Money }>`
    select (select coalesce(sum(amount), 0) from payments where order_id = ${orderId}::uuid)::bigint as captured,
      (select coalesce(sum(amount), 0) from refunds where order_id = ${orderId}::uuid and status = 'done')::bigint
        as refunded`.execute(db)
  const [{ captured, refunded } = { captured: NO_MONEY, refunded: NO_MONEY }] = rows
  if (captured === 0 || refunded < captured) return false
  const order = await db
    .updateTable('orders')
    .set({ paymentStatus: 'refunded', updatedAt: now })
    .where('id', '=', orderId)
    .where('paymentStatus', 'in', ['collected', 'paid', 'refunded'])
    .returning('id')
    .executeTakeFirst()
  return order !== undefined
}

/** Closes a refund paid by hand. Null if it needs no manual payment, or has been paid in another way since. */
export async function markRefundPaidManually(
  db: Db,
  { refundId, reference, now }: { refundId: string; reference: string; now: Date },
): Promise<{ orderId: string; from: RefundStatus; amount: Money } | null> {
  const refund = await db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund) return null
  const { orderId } = refund
  await lockPayments(db, orderId)
  if (refund.status === 'refused') {
    const payment = (await listRefundablePayments(db, orderId)).find(({ id }) => id === refund.paymentId)
    if (!payment || payment.left < refund.amount) return null
  }
  const row = await db
    .updateTable('refunds')
    .set({ status: 'done', providerRefundId: reference, updatedAt: now })
    .where('id', '=', refundId)
    .where('status', 'in', ['by_hand', 'refused'])
    .returning('id')
    .executeTakeFirst()
  return row ? { orderId, from: refund.status, amount: refund.amount } : null
}
