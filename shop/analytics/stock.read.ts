import { LOW_STOCK, type StockAlert } from '#shop/analytics/stock.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * Products on sale with low stock, excluding sold-out ones, lowest first. The caller has checked that the actor is an
 * admin.
 */
export async function stockAlerts(db: Db): Promise<StockAlert[]> {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'stockQuantity'])
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .where('stockQuantity', '>', 0)
    .where('stockQuantity', '<', LOW_STOCK)
    .orderBy('stockQuantity')
    .orderBy('name')
    .execute()
}
