import { Form, Link } from 'react-router'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { ChipLink, ChipRow } from '#app/kit/chip.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { type ListedOrder, OrderRow } from '#app/orders/order-row.tsx'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { isNarrowed, type OrderSearch, orderExportPath, orderSearchPath } from '#shop/orders/order-search.ts'
import { statusName } from '#shop/orders/tracker.ts'

export type OrdersPageProps = {
  search: OrderSearch
  orders: ListedOrder[]
  /** True when older orders follow. */
  hasOlder: boolean
}

export function OrdersPage({ search, orders, hasOlder }: OrdersPageProps) {
  const isFirstTime = orders.length === 0 && !isNarrowed(search) && search.after === null
  return (
    <div className="wrap pt-6 pb-section">
      <title>My Orders</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-4xl">My Orders</h1>
        {!isFirstTime && (
          <a href={orderExportPath(search)} className={buttonClass({ look: 'line', size: 'sm' })}>
            <Icon name="download" size="s" />
            <span>Export</span>
          </a>
        )}
      </div>
      {isFirstTime ? (
        <NoOrders />
      ) : (
        <>
          <OrderFilter search={search} />
          {orders.length > 0 ? <OrderList orders={orders} /> : <NothingFound />}
          <Pages search={search} oldest={hasOlder ? (orders.at(-1)?.id ?? null) : null} />
        </>
      )}
    </div>
  )
}

function OrderList({ orders }: { orders: ListedOrder[] }) {
  return (
    <ul className="mt-6 border-ink border-t-2">
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </ul>
  )
}

function NoOrders() {
  return (
    <EmptyState
      className="mt-8"
      picture="/illustrations/empty-orders.svg"
      title="No orders yet"
      action={<ButtonLink to="/products">Start Shopping</ButtonLink>}
    >
      Orders you place show up here, and you can follow each of them to your door.
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState
      className="mt-8"
      title="No orders found"
      action={
        <Link to="/orders" className="link">
          Show all orders
        </Link>
      }
    >
      No order of yours matches this search. An order ID is made of the digits 0-9 and the letters a-f.
    </EmptyState>
  )
}

type PagesProps = {
  search: OrderSearch
  /** The last order of this page when older ones follow. */
  oldest: string | null
}

function Pages({ search, oldest }: PagesProps) {
  if (!oldest && !search.after) return null
  return (
    <nav aria-label="More orders" className="mt-6 flex flex-wrap justify-between gap-3">
      {search.after && (
        <ButtonLink to={orderSearchPath({ ...search, after: null })} look="line" size="sm" icon="arrow-left">
          Newest orders
        </ButtonLink>
      )}
      {oldest && (
        <ButtonLink
          to={orderSearchPath({ ...search, after: oldest })}
          look="line"
          size="sm"
          iconEnd="arrow-right"
          className="ml-auto"
        >
          Older orders
        </ButtonLink>
      )}
    </nav>
  )
}

const FILTERS = [null, ...ORDER_STATUSES]

/** Search by order ID and filter by status, both in the URL, so they work without JavaScript. */
function OrderFilter({ search }: { search: OrderSearch }) {
  return (
    <search className="mt-6 grid gap-5">
      <Form method="get" action="/orders" className="flex max-w-form items-end gap-3">
        <TextField
          // A link that clears the search in the URL clears the field too.
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
