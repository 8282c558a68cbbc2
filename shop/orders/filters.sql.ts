/** The only place that writes saved filters. */
import type { Db } from '#shop/ctx.ts'

export type SavedFilter = { id: string; name: string; query: string }

type NewFilter = { userId: string; list: string; name: string; query: string; now: Date }

/** Saves a filter under its name, replacing one of the same name. */
export async function insertFilter(db: Db, { now, ...filter }: NewFilter): Promise<void> {
  await db
    .insertInto('savedFilters')
    .values({ ...filter, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'list', 'name']).doUpdateSet({ query: filter.query }),
    )
    .execute()
}

/** Deletes the person’s own filter; does nothing for another person’s. */
export async function deleteFilter(db: Db, filter: { id: string; userId: string }): Promise<void> {
  await db
    .deleteFrom('savedFilters')
    .where('id', '=', filter.id)
    .where('userId', '=', filter.userId)
    .execute()
}

export async function countFilters(db: Db, userId: string, list: string): Promise<number> {
  const { count } = await db
    .selectFrom('savedFilters')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes all filters of a closed account. */
export async function deleteFilters(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('savedFilters').where('userId', '=', userId).execute()
}
