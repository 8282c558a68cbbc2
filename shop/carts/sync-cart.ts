import { cartVersion, isMerging, reconcileCarts, type StoredCarts } from '#shop/carts/account-cart.ts'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'
import { lockCart, mergedCart, recordMerge, writeAccountCart } from '#shop/carts/carts.sql.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Merges a visitor's cart and exchanges changes with other devices. Repeating it changes nothing. */
export async function syncCart(
  ctx: Ctx,
  { browser, sessionId }: { browser: StoredCarts['browser']; sessionId: string | null },
) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const account = await lockCart(db, actor.id, now)
    if (!account) return err('signed_out')
    const merged = sessionId ? await mergedCart(db, sessionId) : null
    const cart = await reconcile(db, { userId: actor.id, browser, account, merged }, sessionId)
    if (serializeCart(cart) !== serializeCart(account)) await writeAccountCart(db, actor.id, cart, now)
    return ok({ cart, version: cartVersion(actor.id, cart) })
  })
}

async function reconcile(db: Db, stored: StoredCarts, sessionId: string | null): Promise<Cart> {
  const products = isMerging(stored) ? await listProducts(db) : []
  const { cart, merged } = reconcileCarts(stored, products)
  if (merged && sessionId) await recordMerge(db, sessionId, merged)
  return cart
}
