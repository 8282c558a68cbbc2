import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { type OrderStanding, UNKNOWN_STANDING } from '#shop/orders/limits.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/**
 * The history that the limits of this person's next order depend on. With `phone`, open orders of other accounts for
 * the same phone count too.
 */
export async function orderStanding(
  db: Db,
  actor: Actor,
  phone: string | null = null,
): Promise<OrderStanding> {
  if (actor.kind === 'visitor') return UNKNOWN_STANDING
  const { rows } = await sql<OrderStanding>`${PREPARED}
    select greatest(count(*) filter (where status <> 'delivered' and payment_status in ('pending', 'failed')), (
        select count(*) from shipping_addresses as address
          join orders as others on others.shipping_address_id = address.id
        where address.phone = ${phone}::text and others.status not in ('cancelled', 'delivered')
          and others.payment_status in ('pending', 'failed')
      ))::int as open_unpaid,
      coalesce(sum(total) filter (where status <> 'delivered' and payment_status in ('pending', 'failed')), 0)::bigint
        as open_value,
      coalesce(bool_or(status = 'delivered' and payment_status = 'paid'), false) as is_known,
      count(*) > 0 as has_ordered
    from orders where user_id = ${actor.id}::uuid and status <> 'cancelled'`.execute(db)
  return rows[0] ?? UNKNOWN_STANDING
}
