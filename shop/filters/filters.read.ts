import type { Db } from '#shop/ctx.ts'
import type { SavedFilter } from '#shop/filters/filter.ts'

/** Lists a person's saved filters of a list, sorted by name. */
export async function savedFilters(db: Db, userId: string, list: string): Promise<SavedFilter[]> {
  return db
    .selectFrom('savedFilters')
    .select(['id', 'name', 'query'])
    .where('userId', '=', userId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()
}
