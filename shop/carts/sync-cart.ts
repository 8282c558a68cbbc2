import { isJoining, type MarkedCart, type Meeting, markOf, meet } from '#shop/carts/account-cart.ts'
import { type Cart, writeCart } from '#shop/carts/cart.ts'
import type { KeptCart } from '#shop/carts/cart-cookie.ts'
import { joinedCart, lockCart, noteJoined, writeAccountCart } from '#shop/carts/carts.sql.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type BrowserCart = Pick<KeptCart, 'cart' | 'mark'>
export type SyncCartRefusal = { ok: false; reason: 'signed_out' }

/**
 * Brings a browser's cart and its account's together and keeps the result: at sign-in a visitor's cart is added to the
 * account's; afterwards changes made in the browser reach the account, and those of other devices the browser. Asking
 * again with the same cart changes nothing. `sessionId` is the session that the browser is signed in with.
 */
export async function syncCart(
  ctx: Ctx,
  { browser, sessionId }: { browser: BrowserCart; sessionId: string | null },
): Promise<Result<MarkedCart, SyncCartRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  return inTransaction(ctx, async (db) => {
    const account = await lockCart(db, actor.id, now)
    if (!account) return refuse('signed_out')
    const joined = sessionId ? await joinedCart(db, sessionId) : null
    const cart = await settle(db, { userId: actor.id, browser, account, joined }, sessionId)
    if (!isSame(cart, account)) await writeAccountCart(db, actor.id, cart, now)
    return done({ cart, mark: markOf(actor.id, cart) })
  })
}

async function settle(db: Db, meeting: Meeting, sessionId: string | null): Promise<Cart> {
  const products = isJoining(meeting) ? await listProducts(db) : []
  const { cart, joins } = meet(meeting, products)
  if (joins && sessionId) await noteJoined(db, sessionId, joins)
  return cart
}

function isSame(one: Cart, other: Cart): boolean {
  return writeCart(one) === writeCart(other)
}
