import { data } from 'react-router'
import { z } from 'zod'
import { orderIdsIn } from '#app/admin/packing/desk-form.server.ts'
import { csvDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordOrderViews } from '#shop/audit/record-access.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { COURIER_FORMATS, type CourierFormat, courierRows } from '#shop/orders/courier-file.ts'
import { findParcels, netQuantitiesOf } from '#shop/orders/packing.read.ts'
import { isForCourier } from '#shop/orders/packing.ts'
import type { Route } from './+types/addresses.ts'

/** The file contains the values of the parcels, and packers may not see prices. */
export const handle: PageHandle = {
  guard: 'orders.list',
  access: { at: '/admin/dashboard/packing/addresses?format=general&order={order}', get: 200 },
}

const formats = z.enum(Object.keys(COURIER_FORMATS) as [CourierFormat])

/** Downloads the addresses of the orders in the URL that wait to be packed or shipped, as a courier's CSV file. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const format = formats.safeParse(params.get('format'))
  if (!format.success) throw data(null, { status: 404 })
  await noteExport(context, url, 'courier addresses', new URLSearchParams({ format: format.data }))
  const found = await findParcels(ctx.db, orderIdsIn(params))
  const parcels = found.filter(({ order, packedAt, isStopped }) =>
    isForCourier({ ...order, isPacked: packedAt !== null, isStopped }),
  )
  await recordOrderViews(
    ctx,
    parcels.map(({ order }) => order.id),
  )
  const netQuantities = await netQuantitiesOf(ctx.db, parcels)
  const rows = courierRows(
    format.data,
    parcels.map((parcel) => ({ ...parcel, netQuantities })),
  )
  return csvDownload(`addresses-${format.data}-${dayOf(ctx.now)}`, pageOf(rows))
}

async function* pageOf(rows: CsvCell[][]): AsyncGenerator<CsvCell[][]> {
  yield rows
}
