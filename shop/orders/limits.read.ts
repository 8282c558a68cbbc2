import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { Actor } from '#shop/customers/actor.ts'
import { type OrderStanding, UNKNOWN_STANDING } from '#shop/orders/limits.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/** What the limits of this person's next order depend on. */
export async function orderStanding(db: Db, actor: Actor): Promise<OrderStanding> {
  if (actor.kind === 'visitor') return UNKNOWN_STANDING
  const { rows } = await sql<OrderStanding>`${PREPARED}
    select count(*) filter (where status <> 'delivered' and payment_status in ('pending', 'failed'))::int as open_unpaid,
      coalesce(bool_or(status = 'delivered' and payment_status = 'paid'), false) as is_known
    from orders where user_id = ${actor.id}::uuid and status <> 'cancelled'`.execute(db)
  return rows[0] ?? UNKNOWN_STANDING
}
