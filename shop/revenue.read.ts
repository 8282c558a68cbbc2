import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'

/**
 * True for an order that is neither cancelled nor refunded and, if by card, is paid at least in part.
 * Cash orders count as soon as they are placed. Otherwise the last days would look worse than earlier days, whose
 * orders are delivered.
 */
export const IS_COUNTED: RawBuilder<boolean> = sql`(orders.status <> 'cancelled' and (
  orders.payment_status in ('collected', 'paid') or orders.advance > 0 and orders.payment_status = 'pending'
  or orders.payment_method = 'cod' and orders.payment_status = 'pending'))`

/**
 * The only definition of an order's revenue, in paise. Null if the order does not count or is refunded in full.
 * Subtracts refunds, including open ones, but not refunds of duplicate payments.
 */
export const REVENUE: RawBuilder<number | null> = sql`(select case
    when not ${IS_COUNTED} then null
    when orders.total > 0 and paid_back.amount >= orders.total then null
    else orders.total - paid_back.amount end
  from (select case when sums.refunded = 0 then 0 else greatest(0, sums.refunded - greatest(0,
      (select coalesce(sum(payments.amount), 0) from payments where payments.order_id = orders.id) - orders.total
    )) end as amount
    from (select coalesce(sum(refunds.amount), 0) as refunded from refunds
      where refunds.order_id = orders.id and refunds.status <> 'refused') as sums
  ) as paid_back)::bigint`

/** Returns refunded amounts by order id, including open refunds. */
export async function refundedAmounts(db: Db, orderIds: readonly string[]): Promise<Map<string, Money>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .select(({ fn }) => ['orderId', fn.sum<string>('amount').as('sum')])
    .where('orderId', 'in', [...orderIds])
    .where('status', '!=', 'refused')
    .groupBy('orderId')
    .execute()
  return new Map(rows.map(({ orderId, sum }) => [orderId, paise(Number(sum))]))
}
