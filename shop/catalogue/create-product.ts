import { recordChange } from '#shop/audit/audit.sql.ts'
import {
  type Declaration,
  isAboveMrp,
  missingDeclarations,
  publishingObstacles,
} from '#shop/catalogue/declarations.ts'
import { type CreateProductInput, slugOf } from '#shop/catalogue/input.ts'
import { PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { insertProduct } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { emptyOf } from '#shop/field.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { inTransaction } from '#shop/transaction.ts'

export type CreateProductRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'slug_needed' }
  | { ok: false; reason: 'slug_taken' }
  | { ok: false; reason: 'discount_not_below_price' }
  | { ok: false; reason: 'above_mrp' }
  | { ok: false; reason: 'declarations_missing'; missing: Declaration[] }

/**
 * An admin creates a product; returns its id. Omitted fields are empty, the slug comes from the name. It is
 * on sale by default if all label declarations are given, and cannot be without them.
 */
export async function createProduct(
  ctx: Ctx,
  input: CreateProductInput,
): Promise<Result<string, CreateProductRefusal>> {
  if (!isAdmin(ctx.actor)) return err('not_admin')
  const { stockQuantity, ...given } = {
    ...emptyOf(PRODUCT_FIELDS),
    ...input,
    slug: input.slug ?? slugOf(input.name),
  }
  const content = { ...given, isActive: given.isActive ?? missingDeclarations(given).length === 0 }
  const refusal = refusalOf(content, ctx.config.taxes)
  if (refusal) return refusal
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  return inTransaction<string, CreateProductRefusal>(ctx, async (db) => {
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

function refusalOf(
  content: ProductContent & { isActive: boolean },
  taxes: TaxPolicy,
): CreateProductRefusal | null {
  if (content.slug === '') return err('slug_needed')
  if (content.discountPrice && content.discountPrice >= content.price) return err('discount_not_below_price')
  if (isAboveMrp(content, taxes)) return err('above_mrp')
  const missing = content.isActive ? publishingObstacles(null, content) : []
  return missing.length > 0 ? { ...err('declarations_missing'), missing } : null
}
