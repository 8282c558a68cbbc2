import { recordChange } from '#shop/audit/audit.sql.ts'
import { contentRefusal, missingDeclarations } from '#shop/catalogue/declarations.ts'
import { type CreateProductInput, slugOf } from '#shop/catalogue/input.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { insertProduct } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { emptyOf } from '#shop/field.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Creates a product and returns its id. It is on sale by default if all label declarations are given. */
export async function createProduct(ctx: Ctx, input: CreateProductInput) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  const { stockQuantity, ...given } = {
    ...emptyOf(PRODUCT_FIELDS),
    ...input,
    slug: input.slug ?? slugOf(input.name),
  }
  const content = { ...given, isActive: given.isActive ?? missingDeclarations(given).length === 0 }
  if (content.slug === '') return err('slug_needed')
  const refusal = contentRefusal(null, content, ctx.config.taxes)
  if (refusal) return refusal
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  return inTransaction(ctx, async (db) => {
    const id = await insertProduct(db, { ...content, createdAt: ctx.now })
    if (!id) return err('slug_taken')
    await moveStock(db, {
      units: new Map([[id, stockQuantity]]),
      reason: 'opening',
      orderId: null,
      actorId,
      now: ctx.now,
    })
    await recordChange(db, {
      actorId,
      action: 'create',
      entity: 'product',
      entityId: id,
      before: null,
      after: { ...content, stockQuantity },
      now: ctx.now,
    })
    return ok(id)
  })
}
