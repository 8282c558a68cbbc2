import { Form, Link } from 'react-router'
import { ordersPath } from '#app/admin/orders/orders-path.ts'
import { Button } from '#app/kit/button.tsx'
import { IconButton } from '#app/kit/icon-button.tsx'

type SavedFilter = { id: string; name: string; query: string }

/** The admin's own filters, and a way to keep the one that is set. */
export function SavedFilters({ filters, query }: { filters: SavedFilter[]; query: string }) {
  const isKept = filters.some((filter) => filter.query === query)
  if (filters.length === 0 && query === '') return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {filters.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2" aria-label="Saved filters">
          {filters.map(({ id, name, query: kept }) => (
            <li key={id} className="inline-flex items-center rounded-xs border border-line pl-3">
              <Link
                to={ordersPath(kept)}
                className="link inline-flex min-h-9 items-center"
                aria-current={kept === query ? 'true' : undefined}
              >
                {name}
              </Link>
              <Form method="post">
                <input type="hidden" name="intent" value="forget-filter" />
                <input type="hidden" name="id" value={id} />
                <IconButton icon="x" label={`Delete the filter ${name}`} />
              </Form>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && !isKept && (
        <Form method="post" className="flex items-center gap-2">
          <input type="hidden" name="intent" value="save-filter" />
          <input type="hidden" name="query" value={query} />
          <label className="flex items-center gap-2">
            <span>Save this filter as</span>
            <input name="name" required maxLength={40} className="input w-40" autoComplete="off" />
          </label>
          <Button look="line">Save</Button>
        </Form>
      )}
    </div>
  )
}
