import type { RequestCart } from '#app/request/context.server.ts'
import { cartCookie, readCartCookie, readCookie } from '#app/request/cookies.server.ts'
import {
  cartVersion,
  isForeign,
  isMerging,
  reconcileCarts,
  type StoredCarts,
} from '#shop/carts/account-cart.ts'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import { serializeCookie } from '#shop/carts/cart-cookie.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'
import { syncCart } from '#shop/carts/sync-cart.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Reads the cart of a request; the cookie is parsed once. */
export function requestCart(ctx: Ctx, request: Request, sessionId: string | null): RequestCart {
  const browser = readCartCookie(request)
  let current: Cart | null = null
  let saved: { cart: Cart; version: string | null } | null = null
  const save = async ({ cart, version }: StoredCarts['browser']) => {
    const synced = await syncCart(ctx, { browser: { cart, version }, sessionId })
    saved = synced.ok ? synced.value : { cart: cart ?? EMPTY_CART, version }
    return saved
  }
  const read = async () => {
    if (saved) return saved.cart
    current ??= await readCurrent(ctx, sessionId, browser)
    return current
  }
  return {
    isForeign: ctx.actor.kind === 'person' && isForeign(browser.version, ctx.actor.id),
    read,
    async version() {
      return ctx.actor.kind === 'person' ? cartVersion(ctx.actor.id, await read()) : ''
    },
    async keep(next) {
      const before = saved ?? (await save(browser))
      return next ? (await save({ cart: next, version: before.version })).cart : before.cart
    },
    async setCookie() {
      const now = saved ?? (await save(browser))
      const isKnown = readCookie(request, 'cart') === serializeCookie(now.cart, now.version)
      return isKnown ? null : cartCookie(now, request)
    },
  }
}

async function readCurrent(
  { db, actor }: Ctx,
  sessionId: string | null,
  browser: StoredCarts['browser'],
): Promise<Cart> {
  if (actor.kind === 'visitor') return browser.cart ?? EMPTY_CART
  const stored = { userId: actor.id, browser, ...(await readAccountCart(db, actor.id, sessionId)) }
  return reconcileCarts(stored, isMerging(stored) ? await listProducts(db) : []).cart
}
