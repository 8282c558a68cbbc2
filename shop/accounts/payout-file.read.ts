import { sql } from 'kysely'
import type { OwnEntry, PayoutLine } from '#shop/accounts/payout-file.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * The shop's card payments and paid refunds that the lines name, and all others between the first and the last of these.
 * The caller has checked that the actor is an admin.
 */
export async function entriesFor(db: Db, lines: readonly PayoutLine[]): Promise<OwnEntry[]> {
  const ids = lines.map(({ id }) => id)
  const { rows } = await sql<OwnEntry>`
    with entries as (
      select 'payment' as kind, provider_payment_id as id, order_id, amount, captured_at as at
      from payments where provider <> 'cod'
      union all
      select 'refund', provider_refund_id, refunds.order_id, refunds.amount, refunds.updated_at
      from refunds join payments on payments.id = refunds.payment_id
      where provider <> 'cod' and refunds.status = 'done' and provider_refund_id is not null
    ), named as (
      select kind, min(at) as first, max(at) as last from entries where id = any(${ids}::text[]) group by kind
    )
    select entries.* from entries join named on named.kind = entries.kind and at between first and last
    order by at, id`.execute(db)
  return rows
}
