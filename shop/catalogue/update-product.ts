import type { UpdateProductInput } from '#shop/catalogue/input.ts'
import { isTakenSlug, type LockedProduct, lockProduct, updateContent } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type UpdateProductRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'product_not_found' }
  | { ok: false; reason: 'slug_taken' }
  | { ok: false; reason: 'discount_not_below_price' }

/**
 * An admin changes the given fields of a product; the rest stays. A new stock level is written as the movement that
 * leads there. Making an archived product active brings it back.
 */
export async function updateProduct(
  ctx: Ctx,
  id: string,
  input: UpdateProductInput,
): Promise<Result<null, UpdateProductRefusal>> {
  if (!isAdmin(ctx.actor)) return refuse('not_admin')
  try {
    return await inTransaction(ctx, (db) => change(ctx, db, id, input))
  } catch (error) {
    if (isTakenSlug(error)) return refuse('slug_taken')
    throw error
  }
}

async function change(
  ctx: Ctx,
  db: Db,
  id: string,
  { stockQuantity, ...content }: UpdateProductInput,
): Promise<Result<null, UpdateProductRefusal>> {
  const before = await lockProduct(db, id)
  if (!before) return refuse('product_not_found')
  if (!isBelowPrice({ ...before, ...content })) return refuse('discount_not_below_price')
  await updateContent(db, id, { ...content, ...(content.isActive && { archivedAt: null }) }, ctx.now)
  const units = stockQuantity === undefined ? 0 : stockQuantity - before.stockQuantity
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  await moveStock(db, {
    units: new Map([[id, units]]),
    reason: 'admin',
    orderId: null,
    actorId,
    now: ctx.now,
  })
  return done(null)
}

function isBelowPrice({ price, discountPrice }: Pick<LockedProduct, 'price' | 'discountPrice'>): boolean {
  return discountPrice === null || discountPrice < price
}
