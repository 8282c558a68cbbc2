import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { ChipLink, ChipRow } from '#app/kit/chip.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { type OrderSearch, orderSearchPath } from '#shop/orders/order-search.ts'
import { statusName } from '#shop/orders/tracker.ts'

const FILTERS = [null, ...ORDER_STATUSES]

/** Search by order ID and filter by status. Both are the page's address, so they work without JavaScript. */
export function OrderFilter({ search }: { search: OrderSearch }) {
  return (
    <search className="mt-6 grid gap-5">
      <Form method="get" action="/orders" className="flex max-w-form items-end gap-3">
        <TextField
          // The field belongs to the address: a link that clears the search clears it too.
          key={search.text}
          type="search"
          name="q"
          label="Search by order ID"
          defaultValue={search.text}
          placeholder="#3f2a9c01"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          fieldClassName="flex-1"
        />
        {search.status && <input type="hidden" name="status" value={search.status} />}
        <Button look="line" icon="search">
          Search
        </Button>
      </Form>
      <ChipRow label="Status">
        {FILTERS.map((status) => (
          <ChipLink
            key={status}
            to={orderSearchPath({ ...search, status, after: null })}
            active={search.status === status}
            preventScrollReset
          >
            {status ? statusName(status) : 'All'}
          </ChipLink>
        ))}
      </ChipRow>
    </search>
  )
}
