import {
  cartVersion,
  isMerging,
  reconcileCarts,
  type StoredCarts,
  type VersionedCart,
} from '#shop/carts/account-cart.ts'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'
import type { CookieCart } from '#shop/carts/cart-cookie.ts'
import { lockCart, mergedCart, recordMerge, writeAccountCart } from '#shop/carts/carts.sql.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type BrowserCart = Pick<CookieCart, 'cart' | 'mark'>
export type SyncCartRefusal = { ok: false; reason: 'signed_out' }

/**
 * Brings a browser's cart and its account's together and keeps the result: at sign-in a visitor's cart is added to the
 * account's; afterwards changes made in the browser reach the account, and those of other devices the browser. Asking
 * again with the same cart changes nothing. `sessionId` is the session that the browser is signed in with.
 */
export async function syncCart(
  ctx: Ctx,
  { browser, sessionId }: { browser: BrowserCart; sessionId: string | null },
): Promise<Result<VersionedCart, SyncCartRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const account = await lockCart(db, actor.id, now)
    if (!account) return err('signed_out')
    const joined = sessionId ? await mergedCart(db, sessionId) : null
    const cart = await settle(db, { userId: actor.id, browser, account, joined }, sessionId)
    if (!isSame(cart, account)) await writeAccountCart(db, actor.id, cart, now)
    return ok({ cart, mark: cartVersion(actor.id, cart) })
  })
}

async function settle(db: Db, meeting: StoredCarts, sessionId: string | null): Promise<Cart> {
  const products = isMerging(meeting) ? await listProducts(db) : []
  const { cart, joins } = reconcileCarts(meeting, products)
  if (joins && sessionId) await recordMerge(db, sessionId, joins)
  return cart
}

function isSame(one: Cart, other: Cart): boolean {
  return serializeCart(one) === serializeCart(other)
}
