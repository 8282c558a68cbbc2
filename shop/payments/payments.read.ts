import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isConfirming, type OpenPaymentFacts } from '#shop/payments/intent.ts'
import { type CapturedPayment, MAX_CASH_DAYS } from '#shop/payments/payment.ts'

export async function holdsOf(db: Db, orderIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('paymentIntents')
    .select(['orderId', 'holdUntil'])
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('isCurrent', '=', true)
    .execute()
  return new Map(rows.map(({ orderId, holdUntil }) => [orderId, holdUntil]))
}

export async function openPaymentOf(db: Db, orderId: string): Promise<OpenPaymentFacts | null> {
  const row = await db
    .selectFrom('paymentIntents')
    .select(['failureReason', 'holdUntil', 'status'])
    .where('orderId', '=', orderId)
    .where('isCurrent', '=', true)
    .where('status', '!=', 'paid')
    .executeTakeFirst()
  return row ? { ...row, isHeld: row.status === 'held' } : null
}

export async function isBeingPaid(db: Db, orderId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('paymentIntents')
    .select(['status', 'confirmingSince'])
    .where('orderId', '=', orderId)
    .where('isCurrent', '=', true)
    .executeTakeFirst()
  return row !== undefined && isConfirming(row, now)
}

/** True for a payment in the sandbox or with a provider's test keys. */
export async function isTestPaid(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments left join payment_intents as intent using (order_id, provider)
    where order_id = ${orderId}::uuid and (provider = 'sandbox' or intent.is_test) limit 1`.execute(db)
  return rows.length > 0
}

export async function paymentsOfOrder(db: Db, orderId: string): Promise<CapturedPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('settlements', 'settlements.id', 'settlementId')
    .select(['payments.id', PAYMENT_SOURCE.as('provider'), 'amount', 'providerPaymentId', 'capturedAt'])
    .select(['disputeStatus', 'disputeRespondBy'])
    .where('orderId', '=', orderId)
    .orderBy('capturedAt')
    .execute()
  return rows.map(({ providerPaymentId, ...row }) => ({
    ...row,
    reference: row.provider === 'cod' || row.provider === 'written_off' ? null : providerPaymentId,
  }))
}

/** The provider of a payment; 'written_off' for cash that never came in. The query must join `settlements`. */
export const PAYMENT_SOURCE = sql<string>`case when write_off_reason is null then payments.provider else 'written_off' end`

/** The condition for paid orders whose cash was written off. */
export const IS_WRITTEN_OFF = sql<boolean>`(orders.payment_method = 'cod' and orders.payment_status = 'paid'
  and exists (select from payments join settlements on settlements.id = payments.settlement_id
    where payments.order_id = orders.id and settlements.write_off_reason is not null))`

/** When an order was last delivered. */
export const DELIVERED_AT = sql<Date>`coalesce((select max(created_at) from order_events as event
    where event.order_id = orders.id and event.kind = 'status' and to_status = 'delivered'), orders.updated_at)`

/** The condition for payments, joined with their orders, whose cash a courier has had for longer than it may. */
export function lateCash(now: Date): RawBuilder<unknown> {
  const limit = new Date(now.getTime() - MAX_CASH_DAYS * DAY_MS)
  return sql`payments.captured_at is null and ${DELIVERED_AT} < ${limit}`
}
