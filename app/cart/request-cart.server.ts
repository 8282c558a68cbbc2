import { cartCookie, readCartCookie, readCookie } from '#app/request/cookies.server.ts'
import { reconcileCarts } from '#shop/carts/account-cart.ts'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import { serializeCookie } from '#shop/carts/cart-cookie.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'
import { type BrowserCart, syncCart } from '#shop/carts/sync-cart.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'

/** `mark` is null for a visitor. */
type Settled = { cart: Cart; mark: string | null }

/**
 * The cart of a request: a visitor's is in the cookie; a customer's is in the account, with what the cookie has changed
 * since.
 */
export type RequestCart = {
  /** The cart as it is. Writes nothing. */
  read(): Promise<Cart>
  /** Keeps the cart, or this one in its place; for a customer in the account too. Gives it as it was kept. */
  keep(next?: Cart): Promise<Cart>
  /** The Set-Cookie value that tells the browser what was kept; null when it knows already. */
  setCookie(): Promise<string | null>
}

export function requestCart(ctx: Ctx, request: Request, sessionId: string | null): RequestCart {
  const browser = readCartCookie(request)
  let settled: Settled | null = null
  const settle = async () => {
    settled ??= await sync(ctx, sessionId, browser)
    return settled
  }
  return {
    read: async () => settled?.cart ?? (await look(ctx, sessionId, browser)),
    async keep(next) {
      const { cart, mark } = await settle()
      if (!next) return cart
      settled = await sync(ctx, sessionId, { cart: next, mark })
      return settled.cart
    },
    async setCookie() {
      const now = await settle()
      const isKnown = readCookie(request, 'cart') === serializeCookie(now.cart, now.mark)
      return isKnown ? null : cartCookie(now, request)
    },
  }
}

async function sync(ctx: Ctx, sessionId: string | null, browser: BrowserCart): Promise<Settled> {
  const synced = await syncCart(ctx, { browser, sessionId })
  return synced.ok ? synced.value : { cart: browser.cart ?? EMPTY_CART, mark: browser.mark }
}

async function look({ db, actor }: Ctx, sessionId: string | null, browser: BrowserCart): Promise<Cart> {
  if (actor.kind === 'visitor') return browser.cart ?? EMPTY_CART
  const known = await readAccountCart(db, actor.id, sessionId)
  return reconcileCarts({ userId: actor.id, browser, ...known }, await listProducts(db)).cart
}
