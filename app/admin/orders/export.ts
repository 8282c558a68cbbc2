import { csvDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { exportListing } from '#shop/invoices/order-export.read.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { readListing } from '#shop/orders/listing.ts'
import type { Route } from './+types/export.ts'

export const handle: PageHandle = { guard: 'orders.list', search: 'noindex', access: { get: 200 } }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, config } = ctx
  const params = new URL(request.url).searchParams
  const search = readListing(params)
  await noteExport(context, url, 'orders', params)
  return csvDownload(
    'orders',
    exportListing(db, search, { now, lateBefore: dispatchCutoff(now, config.deliveryTimes.ships) }),
  )
}
