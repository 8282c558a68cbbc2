import { adminCtx } from '#app/request/admin.server.ts'
import { csvDownload } from '#app/request/csv.server.ts'
import { exportListing } from '#shop/orders/export.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import type { Route } from './+types/export.ts'

/** All orders that the list shows with these filters, as a file. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = adminCtx(context)
  const search = readListing(new URL(request.url).searchParams)
  return csvDownload('orders', exportListing(db, search, now))
}
