import { sql } from 'kysely'
import type { Flag, OrderFacts } from '#shop/analytics/flags.ts'
import type { Db } from '#shop/ctx.ts'

/** Returns the facts that the rules need. Later orders do not count. */
export async function findOrderFacts(db: Db, orderIds: readonly string[]): Promise<OrderFacts[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<OrderFacts>`
    select placed.id as order_id, placed.created_at as placed_at, placed.total, placed.payment_method,
      own.orders_in_day, own.earlier_orders, own.cancelled_in_month,
      (select count(distinct other.user_id) from shipping_addresses as other where other.phone = address.phone
        and other.created_at > placed.created_at - interval '30 days' and other.created_at <= placed.created_at
      ) as accounts_with_phone,
      (select count(distinct other.user_id) from shipping_addresses as other
        where other.postal_code = address.postal_code
        and lower(other.address_line1) = lower(address.address_line1)
        and other.created_at > placed.created_at - interval '30 days' and other.created_at <= placed.created_at
      ) as accounts_with_address
    from orders as placed
    join shipping_addresses as address on address.id = placed.shipping_address_id
    cross join lateral (
      select count(*) filter (where other.created_at > placed.created_at - interval '24 hours') as orders_in_day,
        count(*) filter (where other.id <> placed.id) as earlier_orders,
        count(*) filter (where other.status = 'cancelled' and other.id <> placed.id
          and other.created_at > placed.created_at - interval '30 days') as cancelled_in_month
      from orders as other where other.user_id = placed.user_id and other.created_at <= placed.created_at
    ) as own
    where placed.id = any(${orderIds}::uuid[])`.execute(db)
  return rows
}

/** Inserts flags. Existing flags stay unchanged, reviewed or not. */
export async function insertFlags(db: Db, flags: readonly Flag[]): Promise<void> {
  if (flags.length === 0) return
  await db
    .insertInto('orderFlags')
    .values([...flags])
    .onConflict((conflict) => conflict.columns(['orderId', 'rule']).doNothing())
    .execute()
}

/** Marks the order's flags as reviewed; false when none is open. */
export async function closeFlags(db: Db, review: { orderId: string; reviewedBy: string; now: Date }) {
  const { numUpdatedRows } = await db
    .updateTable('orderFlags')
    .set({ reviewedAt: review.now, reviewedBy: review.reviewedBy })
    .where('orderId', '=', review.orderId)
    .where('reviewedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
