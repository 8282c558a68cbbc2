import { data } from 'react-router'
import { AdminError } from '#app/admin/admin-error.tsx'
import { AddressLabel } from '#app/admin/orders/address-label.tsx'
import { PackingSlip } from '#app/admin/orders/packing-slip.tsx'
import stylesheet from '#app/admin/orders/print.css?url'
import { ORDERS } from '#app/admin/paths.ts'
import { useHydrated } from '#app/kit/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { unpaidWords } from '#shop/orders/order.ts'
import { listOrders, requestsOfOrders } from '#shop/orders/orders.read.ts'
import { parcelItems } from '#shop/orders/request.ts'
import { holdsOf } from '#shop/payments/payments.read.ts'
import type { Route } from './+types/print.ts'

export const handle: PageHandle = {
  title: null,
  side: 'admin',
  guard: 'admin',
  search: 'noindex',
  access: { at: '/admin/dashboard/orders/print/labels?order={order}', get: 200 },
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

const TITLES = { 'packing-slips': 'Packing slips', labels: 'Address labels' } as const
const MOST = 200

/** Packing slips or address labels of the orders in the address, one page each. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config, now } = context.get(adminContext)
  const kind = (Object.keys(TITLES) as (keyof typeof TITLES)[]).find((one) => one === params.kind)
  if (!kind) throw data(null, { status: 404 })
  const named = new URL(request.url).searchParams.getAll('order').map((value) => value.split(':')[0] ?? '')
  const ids = [...new Set(named.filter(isUuid))].slice(0, MOST)
  const orders = ids.length > 0 ? await listOrders(db, { userId: null, ids, limit: MOST }) : []
  const [holds, requests] = await Promise.all([holdsOf(db, ids), requestsOfOrders(db, ids)])
  const { seller } = context.get(requestContext)
  return {
    kind,
    sheets: orders.map((order) => ({
      order,
      items: parcelItems(
        order,
        requests.filter(({ orderId }) => orderId === order.id),
      ),
      unpaid: unpaidWords(order, holds.get(order.id) ?? null, now),
    })),
    brand: config.brand,
    seller: { name: seller.name, address: seller.address, phone: seller.phone },
  }
}

export default function Print({ loaderData: { kind, sheets, brand, seller } }: Route.ComponentProps) {
  return (
    <main id="main" className="sheets">
      <title>{TITLES[kind]}</title>
      <div className="sheet-tools">
        <h1>{TITLES[kind]}</h1>
        {sheets.length > 0 ? <PrintButton /> : <p>Select orders in the list first.</p>}
      </div>
      {sheets.map(({ order, items, unpaid }) =>
        kind === 'labels' ? (
          <AddressLabel key={order.id} order={order} unpaid={unpaid} seller={seller} />
        ) : (
          <PackingSlip key={order.id} order={order} items={items} unpaid={unpaid} brand={brand} />
        ),
      )}
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} frame={undefined} lists={[{ path: ORDERS, label: 'Orders' }]} />
}

/** Opens the browser's print dialog; without JavaScript the browser's own menu does. */
function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button type="button" onClick={() => window.print()}>
      Print
    </Button>
  )
}
