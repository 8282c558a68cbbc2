import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { MAX_CASH_DAYS } from '#shop/payments/payment.ts'

/** When an order was last delivered. */
export const DELIVERED_AT = sql<Date>`coalesce((select max(created_at) from order_events as event
    where event.order_id = orders.id and event.kind = 'status' and to_status = 'delivered'), orders.updated_at)`

/** The condition for payments, joined with their orders, whose cash a courier has had for longer than it may. */
export function lateCash(now: Date): RawBuilder<unknown> {
  const limit = new Date(now.getTime() - MAX_CASH_DAYS * DAY_MS)
  return sql`payments.captured_at is null and ${DELIVERED_AT} < ${limit}`
}
