import { MAX_STOCK } from '#shop/catalogue/product-fields.ts'
import { recordProduct } from '#shop/catalogue/products.sql.ts'
import { stockOf } from '#shop/catalogue/recount.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockStock, moveStock } from '#shop/inventory/stock.sql.ts'
import { unitsOnShelf } from '#shop/inventory/stock.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `counted`: includes units set aside. `seen`: the level on the page when it was counted. */
export type StockCount = { productId: string; seen: number; counted: number }

/**
 * Records counts, all or none. Levels change by the difference from `seen`, so that units sold in between stay sold.
 * Refuses a count below the units set aside. Returns how many levels changed.
 */
export async function recountStock(
  ctx: Ctx,
  { counts, note }: { counts: readonly StockCount[]; note: string },
) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  const { actor, now } = ctx
  const changes = counts.filter(({ seen, counted }) => seen !== counted && counted <= MAX_STOCK)
  return inTransaction(ctx, async (db) => {
    const ids = changes.map(({ productId }) => productId)
    await lockStock(db, ids)
    const levels = await stockOf(db, ids)
    if (levels.size < new Set(ids).size) return err('product_not_found')
    const names = changes.flatMap(({ productId, seen }) => {
      const level = levels.get(productId)
      return level && unitsOnShelf(level) !== seen ? [level.name] : []
    })
    if (names.length > 0) return err('counted_meanwhile', { names })
    const units = new Map(changes.map(({ productId, seen, counted }) => [productId, counted - seen]))
    const movement = { units, reason: 'counted', orderId: null, actorId: actor.id, note, now } as const
    if (!(await moveStock(db, movement))) return err('shelf_below_orders')
    for (const [id, by] of units) {
      const level = levels.get(id)?.stockQuantity ?? 0
      const after = { stockQuantity: level + by, note }
      await recordProduct(db, ctx, 'recount', id, { stockQuantity: level }, after)
    }
    return ok(units.size)
  })
}
