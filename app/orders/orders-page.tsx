import { Link } from 'react-router'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { buttonClass } from '#app/kit/button-look.ts'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { OrderFilter } from '#app/orders/order-filter.tsx'
import { type ListedOrder, OrderRow } from '#app/orders/order-row.tsx'
import { isNarrowed, type OrderSearch, orderExportPath, orderSearchPath } from '#shop/orders/order-search.ts'

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
