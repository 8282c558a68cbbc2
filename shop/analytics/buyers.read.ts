/** The customers behind a figure, with keyset pagination. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import type { Span } from '#shop/analytics/period.ts'
import type { BuyerKind } from '#shop/analytics/sale-group.ts'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'

export type Buyer = {
  userId: string
  name: string
  /** The first day of all on which a new customer bought; of others the last one in the span. */
  day: Day
  /** Sales by the end of that day. */
  sales: number
}

/** The last buyer of the page before. */
export type BuyerPlace = { day: Day; userId: string }

/** At most `limit` customers of that kind in the span, the latest day first. */
export async function listBuyers(
  db: Db,
  kind: BuyerKind,
  { from, to }: Span,
  { after, limit }: { after: BuyerPlace | null; limit: number },
): Promise<Buyer[]> {
  const column = kind === 'new' ? sql`first_day` : sql`day`
  const table = kind === 'new' ? sql`customer_sales` : sql`customer_sale_days`
  const isOfKind = {
    new: sql`true`,
    buyers: sql`next_day > ${to}::date`,
    repeating: sql`next_day > ${to}::date and sales_so_far >= 2`,
  }[kind]
  const isAfter = after ? sql`(${column}, user_id) < (${after.day}::date, ${after.userId}::uuid)` : sql`true`
  const { rows } = await sql<Buyer>`
    select bought.user_id, coalesce(users.full_name, '') as name, bought.day::text as day,
      (select sales_so_far from customer_sale_days as own where own.user_id = bought.user_id and own.day = bought.day) as sales
    from (
      select user_id, ${column} as day from ${table}
      where ${column} between ${from}::date and ${to}::date and ${isOfKind} and ${isAfter}
      order by ${column} desc, user_id desc limit ${limit}
    ) as bought left join users on users.id = bought.user_id
    order by bought.day desc, bought.user_id desc`.execute(db)
  return rows
}
