/**
 * Stock levels and the ledger of their movements. A level changes only together with a movement, so the sum of a
 * product's movements is always its level.
 */
import { sql } from 'kysely'
import type { Sellable } from '#shop/carts/priced-cart.ts'
import type { CategorySlug } from '#shop/catalogue/product.ts'
import type { Db } from '#shop/ctx.ts'
import type { StockReason } from '#shop/inventory/movement.ts'
import { paise } from '#shop/kernel/money.ts'

export type StockChange = {
  /** Units by product id; positive adds to the shelf, negative takes from it. */
  units: ReadonlyMap<string, number>
  reason: StockReason
  orderId: string | null
  actorId: string | null
  /** What an admin says about it. */
  note?: string | null
  now: Date
}

/**
 * The products on sale among `ids`, locked in the order of their ids until the transaction ends: two orders that
 * want the same products wait for each other instead of meeting in a deadlock.
 */
export async function lockProducts(db: Db, ids: readonly string[]): Promise<Sellable[]> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.categoryId')
    .select(['products.id', 'products.number', 'products.slug', 'products.name', 'price', 'discountPrice'])
    .select(['stockQuantity', 'tastemakerPicks', 'isPick', 'imageUrls', 'shortDescription'])
    .select('categories.slug as category')
    .where('products.id', 'in', [...ids])
    .where('isActive', '=', true)
    .where('archivedAt', 'is', null)
    .orderBy('products.id')
    .forUpdate('products')
    .execute()
  return rows.map((row) => ({
    ...row,
    category: row.category as CategorySlug,
    price: paise(row.price),
    discountPrice: row.discountPrice === null ? null : paise(row.discountPrice),
  }))
}

/** What an order has taken from the shelf and not given back, in units by product id, as the ledger knows it. */
export async function unitsHeld(db: Db, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stockMovements')
    .select('productId')
    .select(({ fn }) => fn.sum<string>('quantity').as('moved'))
    .where('orderId', '=', orderId)
    .groupBy('productId')
    .execute()
  return new Map(rows.map(({ productId, moved }) => [productId, -Number(moved)]))
}

/** Locks these products in the order of their ids, on sale or not, before their stock is moved. */
export async function lockStock(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Moves stock and writes the movements. False when a level would fall below zero (or a product is gone): the caller
 * rolls back. The guard is in the statement itself, so no reading beforehand can be out of date.
 */
export async function moveStock(db: Db, change: StockChange): Promise<boolean> {
  const moves = [...change.units].filter(([, units]) => units !== 0)
  if (moves.length === 0) return true
  const ids = moves.map(([id]) => id)
  const counts = moves.map(([, units]) => units)
  const moved = await sql<{ id: string }>`
    with wanted as (select * from unnest(${ids}::uuid[], ${counts}::int[]) as wanted (id, units)),
    moved as (
      update products set stock_quantity = stock_quantity + wanted.units
      from wanted where products.id = wanted.id and stock_quantity + wanted.units >= 0
      returning products.id, wanted.units
    )
    insert into stock_movements (product_id, quantity, reason, order_id, actor_id, note, created_at)
    select id, units, ${change.reason}::text, ${change.orderId}::uuid, ${change.actorId}::uuid,
      ${change.note || null}::text, ${change.now}::timestamptz
    from moved returning product_id as id`.execute(db)
  return moved.rows.length === moves.length
}
