import { recordChange } from '#shop/audit/audit.sql.ts'
import { contentRefusal } from '#shop/catalogue/declarations.ts'
import type { UpdateProductInput } from '#shop/catalogue/input.ts'
import { isTakenSlug, lockProduct, updateContent } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { unitsSetAside } from '#shop/inventory/set-aside.read.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** A new stock level is a movement from the displayed level. Activating restores an archived product. */
export async function updateProduct(ctx: Ctx, id: string, input: UpdateProductInput) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  try {
    return await inTransaction(ctx, (db) => change(ctx, db, id, input))
  } catch (error) {
    if (isTakenSlug(error)) return err('slug_taken')
    throw error
  }
}

async function change(
  ctx: Ctx,
  db: Db,
  id: string,
  { version, stockQuantity, stockShown, stockReason, stockNote, onShelf, ...content }: UpdateProductInput,
) {
  const before = await lockProduct(db, id)
  if (!before) return err('product_not_found')
  if (version !== undefined && version !== before.version) return err('edit_conflict')
  const after = { ...before, ...content, ...(content.isActive && { archivedAt: null }) }
  const refusal = contentRefusal(before, after, namesAPrice(content) ? ctx.config.taxes : null)
  if (refusal) return refusal
  await updateContent(db, id, { ...content, ...(content.isActive && { archivedAt: null }) }, ctx.now)
  const isCounted = onShelf !== undefined
  const wanted = isCounted ? onShelf - ((await unitsSetAside(db)).get(id) ?? 0) : stockQuantity
  const shown = isCounted ? before.stockQuantity : (stockShown ?? before.stockQuantity)
  const units = wanted === undefined ? 0 : wanted - shown
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const isMoved = await moveStock(db, {
    units: new Map([[id, units]]),
    reason: isCounted ? 'counted' : (stockReason ?? 'admin'),
    orderId: null,
    actorId,
    note: stockNote ?? null,
    now: ctx.now,
  })
  if (!isMoved) return err('stock_below_zero')
  await recordChange(db, {
    actorId,
    action: 'update',
    entity: 'product',
    entityId: id,
    before,
    after: { ...after, stockQuantity: before.stockQuantity + units },
    now: ctx.now,
  })
  return ok(null)
}

/** A product above its MRP may still get other changes; the list of products reports it. */
function namesAPrice({ price, discountPrice, mrp }: UpdateProductInput): boolean {
  return [price, discountPrice, mrp].some((amount) => amount !== undefined)
}
