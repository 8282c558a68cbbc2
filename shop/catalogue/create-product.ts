import { type CreateProductInput, slugOf } from '#shop/catalogue/input.ts'
import type { ProductContent } from '#shop/catalogue/product.ts'
import { insertProduct } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type CreateProductRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'slug_needed' }
  | { ok: false; reason: 'slug_taken' }
  | { ok: false; reason: 'discount_not_below_price' }

const BLANK: Omit<ProductContent, 'name' | 'slug' | 'price' | 'category'> = {
  discountPrice: null,
  shortDescription: '',
  description: '',
  imageUrls: [],
  ingredients: [],
  benefits: [],
  usageInstructions: [],
  allergens: [],
  healthFocus: [],
  cuisine: null,
  region: null,
  spiceLevel: null,
  sweetLevel: null,
  nutrition: null,
  tastemakerPicks: 0,
  isPick: false,
  netQuantity: '',
  shelfLife: null,
  hsnCode: '',
  countryOfOrigin: 'India',
  isNew: false,
  isBestseller: false,
}

/**
 * An admin adds a product; what is left out is empty, and the slug comes from the name. Its first stock is a movement
 * like every later one. Gives the new id.
 */
export async function createProduct(
  ctx: Ctx,
  input: CreateProductInput,
): Promise<Result<string, CreateProductRefusal>> {
  if (!isAdmin(ctx.actor)) return refuse('not_admin')
  const { stockQuantity = 0, ...content } = { ...BLANK, ...input, slug: input.slug ?? slugOf(input.name) }
  if (content.slug === '') return refuse('slug_needed')
  if (content.discountPrice && content.discountPrice >= content.price)
    return refuse('discount_not_below_price')
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  return inTransaction<string, CreateProductRefusal>(ctx, async (db) => {
    const id = await insertProduct(db, { ...content, createdAt: ctx.now })
    if (!id) return refuse('slug_taken')
    await moveStock(db, {
      units: new Map([[id, stockQuantity]]),
      reason: 'opening',
      orderId: null,
      actorId,
      now: ctx.now,
    })
    return done(id)
  })
}
