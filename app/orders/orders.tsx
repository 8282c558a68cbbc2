import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import type { ListedOrder } from '#app/orders/order-row.tsx'
import { OrdersPage } from '#app/orders/orders-page.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readOrderSearch } from '#shop/orders/order-search.ts'
import { listOrders } from '#shop/orders/orders.read.ts'
import type { Route } from './+types/orders.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 200 } }

const PAGE_SIZE = 20

/** The customer's own orders; whose they are comes from the session alone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db } = shopCtx(context)
  if (actor.kind === 'visitor') return null
  const search = readOrderSearch(new URL(request.url).searchParams)
  const found = await listOrders(db, {
    userId: actor.id,
    status: search.status ?? undefined,
    idPrefix: search.text,
    after: search.after ?? undefined,
    limit: PAGE_SIZE + 1,
  })
  const orders = found.slice(0, PAGE_SIZE).map(listed)
  return { search, orders, hasOlder: found.length > PAGE_SIZE }
}

function listed({
  id,
  createdAt,
  status,
  total,
  items,
  paymentStatus,
  paymentMethod,
}: ListedOrder): ListedOrder {
  return { id, createdAt, status, total, items, paymentStatus, paymentMethod }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <OrdersPage {...loaderData} />
  return (
    <>
      <title>My Orders</title>
      <SignInPrompt title="My Orders" returnTo="/orders">
        Please sign in to view your orders.
      </SignInPrompt>
    </>
  )
}
