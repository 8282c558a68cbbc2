import { Form } from 'react-router'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { ChipLink, ChipRow } from '#app/kit/chip.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link, TextLink } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { StatusBadge } from '#app/orders/order-parts.tsx'
import { OrderAgain, UnpaidOrders } from '#app/orders/unpaid-order.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { type DeliveryEstimate, deliveryEstimate, estimateText } from '#shop/orders/delivery-estimate.ts'
import { canBePaid, ORDER_STATUSES, type Order, paymentWords, wasUnconfirmed } from '#shop/orders/order.ts'
import { orderPath } from '#shop/orders/order-paths.ts'
import {
  isNarrowed,
  type OrderSearch,
  orderExportPath,
  orderSearchPath,
  readOrderSearch,
} from '#shop/orders/order-search.ts'
import { listOrders } from '#shop/orders/orders.read.ts'
import { statusName } from '#shop/orders/tracker.ts'
import { findUnpaidOrders } from '#shop/orders/unpaid-orders.read.ts'
import type { Route } from './+types/orders.ts'

export const handle: PageHandle = {
  title: 'My Orders',
  search: 'noindex',
  access: { get: 200 },
}

const PAGE_SIZE = 20

/** Loads the customer's own orders. The customer is taken from the session, never from the URL. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, cart } = context.get(requestContext)
  const { actor, db, config, now } = ctx
  if (actor.kind === 'visitor') return null
  const search = readOrderSearch(new URL(request.url).searchParams)
  const found = await listOrders(db, {
    userId: actor.id,
    status: search.status ?? undefined,
    idPrefix: search.text,
    after: search.after ?? undefined,
    limit: PAGE_SIZE + 1,
  })
  const orders = found
    .slice(0, PAGE_SIZE)
    .map((order) => toListedOrder(order, deliveryEstimate(order, config.deliveryTimes, now)))
  const [unpaid, cartVersion] = await Promise.all([findUnpaidOrders(ctx), cart.readVersion()])
  return { search, orders, hasOlder: found.length > PAGE_SIZE, unpaid, cartVersion }
}

/** `mayOrderAgain`: false while a card order can be paid, or if its page says to check with the bank first. */
function toListedOrder(order: Order, estimate: DeliveryEstimate | null) {
  const { id, createdAt, status, total, items } = order
  const mayOrderAgain = !canBePaid(order) && !wasUnconfirmed(order)
  return { id, createdAt, status, total, items, payment: paymentWords(order), mayOrderAgain, estimate }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <OrdersPage {...loaderData} />
  return (
    <SignInPrompt title="My Orders" returnTo="/orders">
      Please sign in to view your orders.
    </SignInPrompt>
  )
}

type OrdersPageProps = NonNullable<Route.ComponentProps['loaderData']>

function OrdersPage({ search, orders, hasOlder, unpaid, cartVersion }: OrdersPageProps) {
  const isFirstTime = orders.length === 0 && !isNarrowed(search) && search.after === null
  return (
    <div className="wrap pt-6 pb-section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-4xl">My Orders</h1>
        {!isFirstTime && (
          <a href={orderExportPath(search)} className={buttonClass({ look: 'line', size: 'sm' })}>
            <Icon name={moreIcons.download} size="s" />
            <span>Export</span>
          </a>
        )}
      </div>
      <UnpaidOrders orders={unpaid} className="mt-6" />
      {isFirstTime ? (
        <EmptyState
          className="mt-8"
          picture="/illustrations/empty-orders.svg"
          title="No orders yet"
          action={<ButtonLink to="/products">Start Shopping</ButtonLink>}
        >
          Orders you place show up here, and you can follow each of them to your door.
        </EmptyState>
      ) : (
        <>
          <OrderFilter search={search} />
          {orders.length > 0 ? (
            <ul className="mt-6 border-ink border-t-2">
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} cartVersion={cartVersion} />
              ))}
            </ul>
          ) : (
            <NothingFound search={search} />
          )}
          <Pages search={search} oldest={hasOlder ? (orders.at(-1)?.id ?? null) : null} />
        </>
      )}
    </div>
  )
}

function NothingFound({ search: { text, status } }: { search: OrderSearch }) {
  return (
    <EmptyState
      className="mt-8"
      title="No orders found"
      action={<TextLink to="/orders">Show all orders</TextLink>}
    >
      {text === '' && status
        ? `None of your orders is ${statusName(status).toLowerCase()}.`
        : 'No order of yours matches this search. An order ID is made of the digits 0-9 and the letters a-f.'}
    </EmptyState>
  )
}

function Pages({ search, oldest }: { search: OrderSearch; oldest: string | null }) {
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

/** A search by order ID and a filter by status. Both are in the URL, so that they work without JavaScript. */
function OrderFilter({ search }: { search: OrderSearch }) {
  return (
    <search className="mt-6 grid gap-5">
      <Form method="get" action="/orders" className="flex max-w-form flex-wrap items-end gap-3">
        <TextField
          // The key lets a link that clears the search in the URL clear the field, too.
          key={search.text}
          type="search"
          name="q"
          label="Search by order ID"
          defaultValue={search.text}
          placeholder="#3f2a9c01"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          fieldClassName="min-w-[min(100%,7rem)] flex-1"
        />
        {search.status && <input type="hidden" name="status" value={search.status} />}
        <Button look="line" icon="search">
          Search
        </Button>
      </Form>
      <ChipRow label="Status">
        {[null, ...ORDER_STATUSES].map((status) => (
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

type ListedOrder = ReturnType<typeof toListedOrder>

function OrderRow({ order, cartVersion }: { order: ListedOrder; cartVersion: string }) {
  return (
    <li className="relative grid grid-cols-[min(4rem,18%)_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b py-5 hover:bg-surface-sunk max-[20rem]:flex max-[20rem]:flex-wrap md:grid-cols-[6rem_1fr_7rem_7rem_9rem] md:gap-x-6">
      <ProductPicture
        src={order.items[0]?.product?.imageUrls[0]}
        alt=""
        className="row-span-3 mx-auto h-16 w-auto max-w-full object-contain md:row-span-1"
      />
      <div className="min-w-0 max-md:contents">
        <h2>
          <Link
            to={orderPath(order.id)}
            className="numeric font-bold text-lg after:absolute after:inset-0 hover:underline"
          >
            <VisuallyHidden>Order </VisuallyHidden>
            {shortId(order.id)}
          </Link>
        </h2>
        <p className="col-span-2 col-start-2 row-start-2 text-ink-soft text-sm">
          {itemsText(order)}
          {order.estimate && <span className="block text-ink">{estimateText(order.estimate)}</span>}
        </p>
      </div>
      <div className="col-span-2 col-start-2 row-start-3 flex flex-wrap items-center gap-x-3 md:contents">
        <p className="text-ink-soft text-sm">{formatDay(order.createdAt)}</p>
        <div>
          <StatusBadge status={order.status} />
          <p className="mt-1 text-ink-soft text-sm">{order.payment}</p>
        </div>
      </div>
      <p className="flex items-center justify-end gap-2 max-md:col-start-3 max-md:row-start-1">
        <b className="numeric">{formatAmount(order.total)}</b>
        <Icon name="chevron-right" size="s" />
      </p>
      {order.mayOrderAgain && (
        <OrderAgain
          orderId={order.id}
          cart={cartVersion}
          className="relative col-span-2 col-start-2 mt-2 justify-self-start md:col-start-2 md:col-end-6"
        />
      )}
    </li>
  )
}

function itemsText({ items }: ListedOrder): string {
  const named = items.slice(0, 2).map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
  const rest = items.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
