/** The only place that writes back-in-stock notices. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

export type RequestedNotice = {
  productId: string
  email: string
  /** Null for the person's own address, which is confirmed at once. */
  tokenHash: string | null
  leaveToken: string
  now: Date
  /** A notice with a confirmation email after this time gets no other confirmation email. */
  quietSince: Date
  /** Maximum of open notices per address. */
  max: number
}

/** Returns the id. Null if the notice exists, was just emailed, or would exceed the limit of the address. */
export async function requestNotice(db: Db, request: RequestedNotice): Promise<string | null> {
  const { productId, email, tokenHash, leaveToken, now, quietSince, max } = request
  const isOwn = tokenHash === null
  const { rows } = await sql<{ id: string }>`
    insert into stock_notices (product_id, email, token_hash, leave_token, created_at, mailed_at, confirmed_at)
    select ${productId}::uuid, ${email}::text, ${tokenHash}::text, ${leaveToken}::text, ${now}::timestamptz,
      ${isOwn ? null : now}::timestamptz, ${isOwn ? now : null}::timestamptz
    where (select count(*) from stock_notices
      where email = ${email} and sent_at is null and product_id <> ${productId}::uuid) < ${max}::int
    on conflict (product_id, email) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
      mailed_at = excluded.mailed_at, confirmed_at = excluded.confirmed_at, sent_at = null
    where excluded.confirmed_at is not null
      or ((stock_notices.confirmed_at is null or stock_notices.sent_at is not null)
        and (stock_notices.mailed_at is null or stock_notices.mailed_at < ${quietSince}::timestamptz))
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns the confirmed address, or null if the link is not valid. Idempotent. */
export async function confirmNotice(
  db: Db,
  { tokenHash, since, now }: { tokenHash: string; since: Date; now: Date },
): Promise<string | null> {
  const row = await db
    .updateTable('stockNotices')
    .set(({ fn, ref, val }) => ({ confirmedAt: fn.coalesce(ref('confirmedAt'), val(now)) }))
    .where('tokenHash', '=', tokenHash)
    .where('createdAt', '>', since)
    .where('sentAt', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

export async function deleteNotice(db: Db, leaveToken: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('stockNotices')
    .where('leaveToken', '=', leaveToken)
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function deleteNoticesOf(db: Db, email: string): Promise<string[]> {
  const rows = await db.deleteFrom('stockNotices').where('email', '=', email).returning('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Claims up to `limit` confirmed notices: the oldest of each product, one per available unit. A unit counts
 * as offered if a notice was emailed after `offeredSince` and no order has taken the unit.
 */
export async function claimNotices(
  db: Db,
  { now, offeredSince, limit }: { now: Date; offeredSince: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with offer as (
      select products.id, stock_quantity - emails + coalesce((select -sum(quantity) from stock_movements
        where product_id = products.id and reason = 'order' and created_at >= first_email), 0) as units
      from products cross join lateral (
        select count(*) as emails, min(sent_at) as first_email from stock_notices
        where product_id = products.id and sent_at > ${offeredSince}::timestamptz
      ) as offered
      where stock_quantity > 0 and is_active and archived_at is null and exists (select from stock_notices
        where product_id = products.id and confirmed_at is not null and sent_at is null)
    ), waiting as (
      select notice.id, confirmed_at, units,
        row_number() over (partition by product_id order by confirmed_at, notice.id) as turn
      from stock_notices as notice join offer on offer.id = product_id
      where confirmed_at is not null and sent_at is null
    ), due as (
      select id from stock_notices where sent_at is null
        and id in (select id from waiting where turn <= units order by confirmed_at limit ${limit})
      order by id for update
    )
    update stock_notices set sent_at = ${now}::timestamptz from due where due.id = stock_notices.id
    returning stock_notices.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns a notice to the queue because its product is sold out again. */
export async function unclaimNotice(db: Db, id: string): Promise<void> {
  await db.updateTable('stockNotices').set({ sentAt: null }).where('id', '=', id).execute()
}

export type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** Returns null if the notice was deleted. */
export async function findNotice(db: Db, id: string) {
  const row = await db
    .selectFrom('stockNotices')
    .innerJoin('products', 'products.id', 'productId')
    .select(['email', 'leaveToken', 'confirmedAt', 'sentAt', 'productId', 'name', 'stockQuantity'])
    .select(['isActive', 'archivedAt'])
    .where('stockNotices.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const isAvailable = row.stockQuantity > 0 && row.isActive && row.archivedAt === null
  const { email, leaveToken } = row
  const product = { id: row.productId, name: row.name, isAvailable }
  return { email, leaveToken, isConfirmed: row.confirmedAt !== null, isSent: row.sentAt !== null, product }
}

/** Returns the name of the product of a notice, or null if the notice was deleted. */
export async function findNoticeProduct(db: Db, by: { tokenHash: string } | { leaveToken: string }) {
  const row = await db
    .selectFrom('stockNotices')
    .innerJoin('products', 'products.id', 'productId')
    .select('name')
    .where(({ and }) => and(by))
    .executeTakeFirst()
  return row?.name ?? null
}
