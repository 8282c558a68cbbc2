import { bulkCsv } from '#app/admin/products/bulk-csv.server.ts'
import { adminCtx } from '#app/request/admin.server.ts'
import { listBulkProducts } from '#shop/catalogue/bulk.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import type { Route } from './+types/products-csv.ts'

/** Prices and stock as a sheet. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = adminCtx(context)
  return new Response(bulkCsv(await listBulkProducts(db)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="products-${dayOf(now)}.csv"`,
    },
  })
}
