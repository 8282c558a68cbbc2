import type { Db } from '#shop/ctx.ts'
import type { SavedFilter, SavedList } from '#shop/filters/filter.ts'

export async function savedFilters(db: Db, userId: string, list: SavedList): Promise<SavedFilter[]> {
  return db
    .selectFrom('savedFilters')
    .select(['id', 'name', 'query'])
    .where('userId', '=', userId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()
}
