import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { roleMay } from '#shop/kernel/permissions.ts'
import { STAFF_ROLES } from '#shop/kernel/staff-role.ts'
import type { RefundAgreement, RefundTerms } from '#shop/payments/refund.ts'

const DECIDING = STAFF_ROLES.filter((role) => roleMay(role, 'refunds'))

/**
 * Finds an agreement to these terms after `oldest`, by another person who may still refund, and marks it as used.
 * Returns false if there is none.
 */
export async function consumeAgreement(
  db: Db,
  orderId: string,
  { terms, actorId, oldest, now }: { terms: string; actorId: string; oldest: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update refund_agreements set taken_at = ${now}
    where taken_at is null and order_id = ${orderId}::uuid and terms = ${terms}::jsonb
      and agreed_by is distinct from ${actorId}::uuid and agreed_at > ${oldest}
      and exists (select from users where users.id = agreed_by and staff_role = any(${DECIDING}::text[]))
    returning order_id`.execute(db)
  return rows.length > 0
}

export async function saveAgreement(
  db: Db,
  orderId: string,
  { terms, actorId, now }: { terms: string; actorId: string; now: Date },
): Promise<void> {
  await sql`
    insert into refund_agreements (order_id, agreed_by, terms, agreed_at)
    values (${orderId}::uuid, ${actorId}::uuid, ${terms}::jsonb, ${now})
    on conflict (order_id) do update set agreed_by = excluded.agreed_by, terms = excluded.terms,
      agreed_at = excluded.agreed_at, taken_at = null`.execute(db)
}

export async function findAgreement(db: Db, orderId: string, oldest: Date): Promise<RefundAgreement | null> {
  if (!isUuid(orderId)) return null
  const row = await db
    .selectFrom('refundAgreements')
    .leftJoin('users', 'users.id', 'agreedBy')
    .select(['agreedBy', 'users.fullName as byName', 'agreedAt', 'terms'])
    .where('orderId', '=', orderId)
    .where('agreedAt', '>', oldest)
    .where('takenAt', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, terms: row.terms as unknown as RefundTerms } : null
}

/** `refunded`: the sum of refunds that are done or on their way. */
export async function refundsSoFar(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.orderId', '=', 'orders.id').on('refunds.status', '!=', 'refused'),
    )
    .select(['orders.userId', sql<Money>`coalesce(sum(amount), 0)::bigint`.as('sum')])
    .where('orders.id', '=', orderId)
    .groupBy('orders.id')
    .executeTakeFirstOrThrow()
  return { customerId: row.userId, refunded: row.sum }
}

export async function sumRefundsBy(db: Db, actorId: string, since: Date): Promise<Money> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sql<Money>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('actorId', '=', actorId)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return sum
}

/** Makes other refunds by this person wait until the transaction ends. */
export async function lockRefundsBy(db: Db, actorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${actorId}`}, 0))`.execute(db)
}
