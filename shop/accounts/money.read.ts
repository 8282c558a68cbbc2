import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'
import type { Money } from '#shop/kernel/money.ts'

export const MONEY_DIRECTIONS = ['received', 'refunded'] as const

export type MoneyFilter = {
  direction: (typeof MONEY_DIRECTIONS)[number]
  provider: string
  from: Day
  to: Day
}

/** A payment or a refund; `reference` is the provider's id, null for a refund by hand. */
export type MoneyEntry = { id: string; orderId: string; amount: Money; at: Date; reference: string | null }

/**
 * The payments or paid refunds of a period by time, from after the one with the id `after`. The caller has checked that
 * the actor is an admin.
 */
export async function listMoney(
  db: Db,
  { direction, provider, from, to }: MoneyFilter,
  after: string | null,
  limit: number,
): Promise<MoneyEntry[]> {
  const source =
    direction === 'received'
      ? sql`select id, order_id, amount, captured_at as at, provider_payment_id as reference, provider from payments`
      : sql`select refunds.id, refunds.order_id, refunds.amount, refunds.updated_at as at,
          provider_refund_id as reference, provider
        from refunds join payments on payments.id = refunds.payment_id where refunds.status = 'done'`
  const { rows } = await sql<MoneyEntry>`
    with entries as (${source})
    select id, order_id, amount, at, case provider when 'cod' then null else reference end as reference from entries
    where provider = ${provider} and at >= ${startOf(from)} and at < ${startOf(addDays(to, 1))}
      and (${after}::uuid is null or (at, id) > (select at, id from entries where id = ${after}::uuid))
    order by at, id limit ${limit}`.execute(db)
  return rows
}
