/** What has changed since it was last counted. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'

/** Any number of its own; whoever holds it is counting. */
const COUNTING = 715_001

export type Marks = { count: number; days: Day[]; userIds: string[]; newOrderIds: string[] }

/** True when nobody else is counting; then nobody will until the transaction ends. */
export async function lockRollups(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${COUNTING}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/**
 * Takes up to `limit` marks away and says what they name. What is counted after this statement sees every change
 * whose mark was taken; a change that commits later has left its own mark.
 */
export async function claimMarks(db: Db, limit: number): Promise<Marks> {
  const oldest = db.selectFrom('rollupMarks').select('id').orderBy('id').limit(limit)
  const marks = await db
    .deleteFrom('rollupMarks')
    .where('id', 'in', oldest)
    .returning(['orderId', 'userId', 'placedAt', 'isNew'])
    .execute()
  return {
    count: marks.length,
    days: [...new Set(marks.map(({ placedAt }) => dayOf(placedAt)))],
    userIds: [...new Set(marks.map(({ userId }) => userId))],
    newOrderIds: marks.filter(({ isNew }) => isNew).map(({ orderId }) => orderId),
  }
}

export async function hasMarks(db: Db): Promise<boolean> {
  return (await db.selectFrom('rollupMarks').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Tells every process that stock has moved. Whoever placed the orders has said so at once, unless it died before it
 * could (0021_orders_without_news.sql).
 */
export async function announceSales(db: Db): Promise<void> {
  await sql`select pg_notify('catalogue', '')`.execute(db)
}

export async function recordCounted(db: Db, now: Date): Promise<void> {
  await db.updateTable('rollupState').set({ countedAt: now }).execute()
}
