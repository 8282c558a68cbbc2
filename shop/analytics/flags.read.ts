import { sql } from 'kysely'
import { FLAG_RULES, type FlaggedOrder, type RuleCount } from '#shop/analytics/flags.ts'
import type { Span } from '#shop/analytics/period.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, startOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'

/**
 * Flagged orders placed in the span: unreviewed ones first, then the newest. The caller has checked that the actor is
 * an admin. `limit` null for all.
 */
export async function flaggedOrders(db: Db, span: Span, limit: number | null): Promise<FlaggedOrder[]> {
  const { rows } = await sql<FlaggedOrder>`
    with flagged as (
      select order_id, max(reviewed_at) as reviewed_at, bool_or(reviewed_at is null) as waits,
        json_agg(json_build_object('rule', rule, 'detail', detail) order by id) as rules
      from order_flags
      where created_at >= ${startOf(span.from)} and created_at < ${startOf(addDays(span.to, 1))}
      group by order_id
    )
    select order_id, users.full_name as customer_name, total, status, orders.created_at as placed_at, rules,
      case when waits then null else reviewed_at end as reviewed_at
    from flagged join orders on orders.id = order_id join users on users.id = orders.user_id
    order by waits desc, orders.created_at desc, order_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, total: paise(row.total) }))
}

/** The number of orders of the span that each rule flagged, including zeros. */
export async function countFlags(db: Db, span: Span): Promise<RuleCount[]> {
  const rows = await db
    .selectFrom('orderFlags')
    .select(['rule'])
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.countAll<number>().filterWhere('reviewedAt', 'is', null).as('waiting'),
    ])
    .where('createdAt', '>=', startOf(span.from))
    .where('createdAt', '<', startOf(addDays(span.to, 1)))
    .groupBy('rule')
    .execute()
  return FLAG_RULES.map((rule) => {
    const found = rows.find((row) => row.rule === rule)
    return { rule, orders: found?.orders ?? 0, waiting: found?.waiting ?? 0 }
  })
}

/** The number of orders with an unreviewed flag, and when the oldest was flagged. */
export async function countWaitingFlags(db: Db): Promise<{ orders: number; oldest: Date | null }> {
  return db
    .selectFrom('orderFlags')
    .select(({ fn }) => [
      fn.count<number>('orderId').distinct().as('orders'),
      fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .where('reviewedAt', 'is', null)
    .executeTakeFirstOrThrow()
}
