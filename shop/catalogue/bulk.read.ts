import { type BulkProduct, SHEET_FIELDS } from '#shop/catalogue/bulk.ts'
import { toContent } from '#shop/catalogue/products.sql.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * All products that are not archived, for the sheet, by catalogue number. The caller has checked that the actor is an
 * admin.
 */
export async function listBulkProducts(db: Db): Promise<BulkProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug', 'name', ...SHEET_FIELDS, 'stockQuantity', 'mrp'])
    .where('archivedAt', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, ...toContent(row) }))
}
