/** The only place that writes saved filters. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

type FilterKey = { userId: string; list: string; name: string }

/** Serializes changes of one person's filters, so that limit and unique names hold. */
export async function lockFilters(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved filters ${userId}`}, 0))`.execute(db)
}

/** Replaces a filter of the same name. */
export async function writeFilter(db: Db, { now, ...filter }: FilterKey & { query: string; now: Date }) {
  await db
    .insertInto('savedFilters')
    .values({ ...filter, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'list', 'name']).doUpdateSet({ query: filter.query }),
    )
    .execute()
}

/** Returns the deleted filter; null if missing or another person's. */
export async function deleteFilter(db: Db, { id, userId }: { id: string; userId: string }) {
  const row = await db
    .deleteFrom('savedFilters')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['name', 'query'])
    .executeTakeFirst()
  return row ?? null
}

export async function deleteFilters(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('savedFilters').where('userId', '=', userId).execute()
}
