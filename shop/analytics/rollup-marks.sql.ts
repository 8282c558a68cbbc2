import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'

/** Any unique number. */
const COUNTING = 715_001

export type Marks = { count: number; days: Day[]; userIds: string[]; newOrderIds: string[] }

/** Locks the rollups until the transaction ends; false when another process has the lock. */
export async function lockRollups(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${COUNTING}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** A later count includes every change whose mark is returned; a later commit leaves its own mark. */
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

/** Notifies every process of changed stock, in case the one that placed the orders died. */
export async function announceSales(db: Db): Promise<void> {
  await sql`select pg_notify('catalogue', '')`.execute(db)
}

/** A first count is stored with its last batch: figures are not valid until then. */
export async function recordRollup(db: Db, now: Date, isLastBatch: boolean): Promise<void> {
  let query = db.updateTable('rollupState').set({ countedAt: now })
  if (!isLastBatch) query = query.where('countedAt', 'is not', null)
  await query.execute()
}
