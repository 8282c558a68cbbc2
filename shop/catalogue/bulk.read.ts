import type { BulkProduct } from '#shop/catalogue/bulk.ts'
import type { Db } from '#shop/ctx.ts'
import { paise } from '#shop/kernel/money.ts'

/** Prices and stock of all products that are not archived, by catalogue number. The caller has checked the actor. */
export async function listBulkProducts(db: Db): Promise<BulkProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'price', 'discountPrice', 'stockQuantity', 'mrp'])
    .where('archivedAt', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    ...row,
    price: paise(row.price),
    discountPrice: row.discountPrice === null ? null : paise(row.discountPrice),
    mrp: row.mrp === null ? null : paise(row.mrp),
  }))
}
