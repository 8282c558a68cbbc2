import { redirect } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import { csvDownload } from '#app/request/downloads.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { exportOrders } from '#shop/invoices/order-export.read.ts'
import { readOrderSearch } from '#shop/orders/order-search.ts'
import type { Route } from './+types/orders-csv.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: [302, 200, 200, 200] } }

/** Exports the customer's own orders that match the list's filters, as a CSV file. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db } = shopCtx(context)
  if (actor.kind === 'visitor') return redirect('/orders')
  const { status, text } = readOrderSearch(new URL(request.url).searchParams)
  const filter = { userId: actor.id, status: status ?? undefined, idPrefix: text }
  return csvDownload('orders', exportOrders(db, filter))
}
