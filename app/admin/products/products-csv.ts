import { fileDownload } from '#app/request/downloads.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordDownload } from '#shop/audit/record-access.ts'
import { bulkCsv } from '#shop/catalogue/bulk.ts'
import { listBulkProducts } from '#shop/catalogue/products.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import type { Route } from './+types/products-csv.ts'

export const handle: PageHandle = { guard: 'catalogue', search: 'noindex', access: { get: 200 } }

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  await recordDownload(ctx, 'products', new URLSearchParams())
  const sheet = bulkCsv(await listBulkProducts(db, dayOf(now)))
  return fileDownload(`products-${dayOf(now)}.csv`, 'text/csv; charset=utf-8', sheet)
}
