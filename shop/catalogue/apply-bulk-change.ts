import { type BulkChange, SHEET_FIELDS, sheetStatus } from '#shop/catalogue/bulk.ts'
import { contentRefusal, PRICES } from '#shop/catalogue/declarations.ts'
import type { ProductContent } from '#shop/catalogue/product-fields.ts'
import {
  type LockedProduct,
  lockProduct,
  recordProduct,
  updateContent,
} from '#shop/catalogue/products.sql.ts'
import { readRateOf } from '#shop/catalogue/tax-rates.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { unitsSetAside } from '#shop/inventory/set-aside.read.ts'
import { lockStock, moveStock } from '#shop/inventory/stock.sql.ts'
import { type ShelfLevel, unitsOnShelf } from '#shop/inventory/stock.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `stock`: displayed and current units on the shelf, if they differ. */
export type BulkConflict = { name: string; stock: { shown: number; now: number } | null }

/**
 * Applies the displayed changes, or none if a value has changed since.
 * For stock, that value is the number of units on the shelf, which does not change until an order is packed. The
 * stock changes by the difference, so that units ordered since stay set aside.
 */
export async function applyBulkChange(ctx: Ctx, changes: readonly BulkChange[], reason: 'counted' | 'admin') {
  const { actor } = ctx
  if (!may(actor, 'catalogue')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const ids = changes.map(({ id }) => id)
    await lockStock(db, ids)
    const setAside = await unitsSetAside(db)
    const conflicts: BulkConflict[] = []
    for (const change of changes) {
      const locked = await lockProduct(db, change.id)
      const product = locked && { ...locked, setAside: setAside.get(change.id) ?? 0 }
      const isApplied =
        product &&
        matchesDisplayed(product, change, await readRateOf(db, ctx.config.taxes, product, dayOf(ctx.now))) &&
        (await applyChange(ctx, db, product, change, { reason, actorId: actor.id }))
      if (!isApplied) conflicts.push(conflictOf(product, change))
    }
    return conflicts.length > 0 ? { ...err('bulk_conflict'), conflicts } : ok(changes.length)
  })
}

type ShelvedProduct = LockedProduct & ShelfLevel

function conflictOf(product: ShelvedProduct | null, { name, stock }: BulkChange): BulkConflict {
  const isMoved = product && stock && stock.from !== unitsOnShelf(product)
  return { name, stock: isMoved ? { shown: stock.from, now: unitsOnShelf(product) } : null }
}

function matchesDisplayed(product: ShelvedProduct, change: BulkChange, taxes: TaxPolicy): boolean {
  const { status, stock } = change
  if (product.archivedAt) return false
  if (SHEET_FIELDS.some((key) => change[key] && !isSame(change[key].from, product[key]))) return false
  if (status && status.from !== sheetStatus(product)) return false
  if (stock && stock.from !== unitsOnShelf(product)) return false
  const after = { ...product, ...contentOf(change) }
  const isPriced = PRICES.some((key) => change[key])
  // The label may have changed since the changes were displayed.
  return contentRefusal(product, after, isPriced ? taxes : null) === null
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function contentOf(change: BulkChange): Partial<ProductContent> & { isActive?: boolean } {
  const fields = SHEET_FIELDS.flatMap((key) => (change[key] ? [[key, change[key].to]] : []))
  return { ...Object.fromEntries(fields), ...(change.status && { isActive: change.status.to === 'active' }) }
}

/** Returns false if open orders need more units than the new level of the shelf. */
async function applyChange(
  ctx: Ctx,
  db: Db,
  { setAside: _, ...product }: ShelvedProduct,
  change: BulkChange,
  { reason, actorId }: { reason: 'counted' | 'admin'; actorId: string },
): Promise<boolean> {
  const { now } = ctx
  const { id, stock } = change
  const content = contentOf(change)
  if (Object.keys(content).length > 0) await updateContent(db, id, content, now)
  const stockChange = stock ? stock.to - stock.from : 0
  const movement = { units: new Map([[id, stockChange]]), reason, note: 'Changed in bulk' } as const
  const isMoved = await moveStock(db, { ...movement, orderId: null, actorId, now })
  const after = { ...product, ...content, stockQuantity: product.stockQuantity + stockChange }
  await recordProduct(db, ctx, 'update in bulk', id, product, after)
  return isMoved
}
