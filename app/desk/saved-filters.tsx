import { Form } from 'react-router'
import { UndoBanner } from '#app/desk/admin-page.tsx'
import type { FilteredListName } from '#app/desk/filtered-lists.ts'
import { FILTERS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, IconButton } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { DASHBOARD } from '#app/kit/paths.ts'
import { MAX_FILTER_NAME, type SavedFilter } from '#shop/filters/filter.ts'

export type SavedFiltersProps = {
  list: FilteredListName
  filters: SavedFilter[]
  /** The current filters of the list; '' for none. */
  query: string
  isSaved: boolean
  /** The filter that was just deleted, so that this can be undone. */
  removed: Pick<SavedFilter, 'name' | 'query'> | null
}

/** Returns the path of a list with these filters. */
export function filteredPath(list: FilteredListName, query: string): string {
  return `${DASHBOARD}/${list}${query && `?${query}`}`
}

/** The admin's saved filters of a list, and a form that saves the current filters. */
export function SavedFilters({ list, filters, query, isSaved, removed }: SavedFiltersProps) {
  const isStored = filters.some((filter) => filter.query === query)
  const action = `${FILTERS}/${list}`
  return (
    <>
      {isSaved && (
        <Banner tone="positive" className="mb-3">
          Filter saved
        </Banner>
      )}
      {removed && (
        <UndoBanner
          text={`Filter ${removed.name} deleted.`}
          action={action}
          fields={{ intent: 'save', ...removed, back: query }}
        />
      )}
      {(filters.length > 0 || query !== '') && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          {filters.length > 0 && (
            <ul className="flex flex-wrap items-center gap-2" aria-label="Saved filters">
              {filters.map((filter) => (
                <SavedFilterItem key={filter.id} {...{ list, filter, query }} />
              ))}
            </ul>
          )}
          {query !== '' && !isStored && <SaveForm {...{ list, query }} />}
        </div>
      )}
    </>
  )
}

type SavedFilterItemProps = Pick<SavedFiltersProps, 'list' | 'query'> & { filter: SavedFilter }

function SavedFilterItem({ list, filter, query }: SavedFilterItemProps) {
  return (
    <li className="inline-flex max-w-full items-center rounded-xs border border-line pl-3">
      <Link
        to={filteredPath(list, filter.query)}
        className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
        aria-current={filter.query === query ? 'true' : undefined}
      >
        {filter.name}
      </Link>
      <Form method="post" action={`${FILTERS}/${list}`}>
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={filter.id} />
        <input type="hidden" name="back" value={query} />
        <IconButton icon="x" label={`Delete the filter ${filter.name}`} />
      </Form>
    </li>
  )
}

function SaveForm({ list, query }: Pick<SavedFiltersProps, 'list' | 'query'>) {
  return (
    <Form method="post" action={`${FILTERS}/${list}`} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="query" value={query} />
      <label className="flex items-center gap-2">
        <span>Save this filter as</span>
        <input name="name" required maxLength={MAX_FILTER_NAME} className="input w-40" autoComplete="off" />
      </label>
      <Button look="line">Save</Button>
    </Form>
  )
}
