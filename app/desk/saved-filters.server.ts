import { type FilteredListName, savedQuery } from '#app/desk/filtered-lists.ts'
import type { SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import type { StaffCtx } from '#app/request/guards.server.ts'
import { savedFilters } from '#shop/filters/filters.read.ts'

/** Returns the data of `SavedFilters`: the admin's saved filters of a list, the URL's filters, the last action. */
export async function readSavedFilters(
  { db, actor }: StaffCtx,
  list: FilteredListName,
  request: Request,
): Promise<SavedFiltersProps> {
  const params = new URL(request.url).searchParams
  const [name, query] = [params.get('unsaved'), params.get('unsaved-query')]
  return {
    list,
    filters: await savedFilters(db, actor.id, list),
    query: savedQuery(list, params),
    isSaved: params.get('filter') === 'saved',
    removed: name && query ? { name, query } : null,
  }
}
