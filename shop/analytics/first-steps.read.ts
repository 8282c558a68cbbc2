import { sql } from 'kysely'
import { FIRST_STEPS, type FirstStep } from '#shop/analytics/overview.ts'
import type { Db } from '#shop/ctx.ts'

/** With this many orders a shop is no longer new. */
const MANY_ORDERS = 10

/** Returns the steps of a new shop; null if all are done or it has many orders. Without cards, cash counts too. */
export async function readFirstSteps(
  db: Db,
  takesCards: boolean,
): Promise<Record<FirstStep, boolean> | null> {
  const { rows } = await sql<Record<FirstStep, boolean> & { orders: number }>`
    select (select count(*)::int from (select from orders limit ${MANY_ORDERS}) as first) as orders,
      exists (select from products where is_active and archived_at is null) as products,
      exists (select from site_texts where document in ('terms', 'shipping', 'returns', 'privacy-policy')) as policies,
      exists (select from payments where provider <> 'cod' or ${!takesCards}) as payment,
      exists (select from staff_invitations)
        or (select count(*) > 1 from users where staff_role is not null and deleted_at is null) as staff`.execute(
    db,
  )
  const [row] = rows
  if (!row || row.orders >= MANY_ORDERS || FIRST_STEPS.every((step) => row[step])) return null
  const { orders: _, ...steps } = row
  return steps
}
