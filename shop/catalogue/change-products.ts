import { contentRefusal, missingDeclarations, PRICES } from '#shop/catalogue/declarations.ts'
import { type CreateProductInput, slugOf, type UpdateProductInput } from '#shop/catalogue/input.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import {
  deleteProduct,
  insertProduct,
  isTakenSlug,
  type LockedProduct,
  lockProduct,
  recordProduct,
  updateContent,
  wasOrdered,
} from '#shop/catalogue/products.sql.ts'
import { readRateOf } from '#shop/catalogue/tax-rates.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { emptyOf } from '#shop/field.ts'
import { unitsSetAside } from '#shop/inventory/set-aside.read.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Creates a product; returns its id. Omitted fields are empty, the slug comes from the name. By default it is on sale
 * if all label declarations are given. Without them it is never on sale.
 */
export async function createProduct(ctx: Ctx, input: CreateProductInput) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  const { stockQuantity, ...fields } = {
    ...emptyOf(PRODUCT_FIELDS),
    ...input,
    slug: input.slug ?? slugOf(input.name),
  }
  const content = { ...fields, isActive: fields.isActive ?? missingDeclarations(fields).length === 0 }
  if (content.slug === '') return err('slug_needed')
  const taxes = await readRateOf(ctx.db, ctx.config.taxes, content, dayOf(ctx.now))
  const refusal = contentRefusal(null, content, taxes)
  if (refusal) return refusal
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  return inTransaction(ctx, async (db) => {
    const id = await insertProduct(db, { ...content, createdAt: ctx.now })
    if (!id) return err('slug_taken')
    const movement = { units: new Map([[id, stockQuantity]]), reason: 'opening', orderId: null } as const
    await moveStock(db, { ...movement, actorId, now: ctx.now })
    await recordProduct(db, ctx, 'create', id, null, { ...content, stockQuantity })
    return ok(id)
  })
}

/**
 * Updates a product. A new stock level is recorded as a movement, from the displayed level if given. `onShelf` is a
 * count of the shelf. Activating an archived product restores it.
 */
export async function updateProduct(ctx: Ctx, id: string, input: UpdateProductInput) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  try {
    return await inTransaction(ctx, (db) => changeProduct(ctx, db, id, input))
  } catch (error) {
    if (isTakenSlug(error)) return err('slug_taken')
    throw error
  }
}

async function changeProduct(
  ctx: Ctx,
  db: Db,
  id: string,
  { version, stockQuantity, stockShown, stockReason, stockNote, onShelf, ...content }: UpdateProductInput,
) {
  const product = await lockProduct(db, id)
  if (!product) return err('product_not_found')
  if (version !== undefined && version !== product.version) return err('edit_conflict')
  const after = { ...product, ...content, ...(content.isActive && { archivedAt: null }) }
  const isPriced = PRICES.some((key) => content[key] !== undefined)
  const taxes = isPriced ? await readRateOf(db, ctx.config.taxes, after, dayOf(ctx.now)) : null
  const refusal = contentRefusal(product, after, taxes)
  if (refusal) return refusal
  await updateContent(db, id, { ...content, ...(content.isActive && { archivedAt: null }) }, ctx.now)
  const isCounted = onShelf !== undefined
  const newLevel = isCounted ? onShelf - ((await unitsSetAside(db)).get(id) ?? 0) : stockQuantity
  const from = isCounted ? product.stockQuantity : (stockShown ?? product.stockQuantity)
  const units = newLevel === undefined ? 0 : newLevel - from
  const movement = {
    actorId: ctx.actor.kind === 'person' ? ctx.actor.id : null,
    now: ctx.now,
    units: new Map([[id, units]]),
    reason: isCounted ? 'counted' : (stockReason ?? 'admin'),
    orderId: null,
    note: stockNote ?? null,
  } as const
  if (!(await moveStock(db, movement))) return err('stock_below_zero')
  const level = product.stockQuantity + units
  await recordProduct(db, ctx, 'update', id, product, { ...after, stockQuantity: level })
  return ok(null)
}

/** Takes a product off sale and out of the lists. `restoreProduct` undoes it. */
export async function archiveProduct(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const product = isUuid(id) ? await lockProduct(db, id) : null
    if (!product) return err('product_not_found')
    if (!product.archivedAt) await archive(ctx, db, id, product)
    return ok({ name: product.name, wasActive: product.isActive })
  })
}

/** Returns an archived product to the lists. `isActive` also puts it on sale, unless its label lacks a declaration. */
export async function restoreProduct(ctx: Ctx, { id, isActive }: { id: string; isActive: boolean }) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const product = await lockProduct(db, id)
    if (!product) return err('product_not_found')
    if (!product.archivedAt) return ok({ isActive: product.isActive })
    const content = { isActive: isActive && missingDeclarations(product).length === 0, archivedAt: null }
    await updateContent(db, id, content, ctx.now)
    await recordProduct(db, ctx, 'restore', id, product, { ...product, ...content })
    return ok({ isActive: content.isActive })
  })
}

async function archive(ctx: Ctx, db: Db, id: string, product: LockedProduct) {
  const archived = { isActive: false, archivedAt: ctx.now }
  await updateContent(db, id, archived, ctx.now)
  await recordProduct(db, ctx, 'archive', id, product, { ...product, ...archived })
}

/**
 * Deletes a product. An ordered product is only archived, because orders and invoices refer to it. The lock keeps a
 * concurrent order from being placed in between.
 */
export async function removeProduct(ctx: Ctx, id: string, { onlyArchived }: { onlyArchived: boolean }) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const product = isUuid(id) ? await lockProduct(db, id, 'remove') : null
    if (!product) return err('product_not_found')
    // A colleague may have restored the product before it is deleted for good.
    if ((onlyArchived && !product.archivedAt) || (await wasOrdered(db, id))) {
      if (!product.archivedAt) await archive(ctx, db, id, product)
      return ok('archived' as const)
    }
    await deleteProduct(db, id)
    await recordProduct(db, ctx, 'delete', id, product, null)
    return ok('deleted' as const)
  })
}
