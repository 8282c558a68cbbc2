import type { RequestCart, RequestContext } from '#app/request/context.server.ts'
import { cartCookie, readCartCookie, readCookie } from '#app/request/cookies.server.ts'
import {
  agreedCart,
  cartVersion,
  isOtherAccountVersion,
  needsMerge,
  reconcileCarts,
  type StoredCarts,
} from '#shop/carts/account-cart.ts'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import { serializeCookie } from '#shop/carts/cart-cookie.ts'
import { syncCart } from '#shop/carts/cart-storage.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'

export function requestCart(
  { ctx, products }: Pick<RequestContext, 'ctx' | 'products'>,
  request: Request,
  sessionId: string | null,
): RequestCart {
  const browser = readCartCookie(request)
  let reading: ReturnType<typeof readCurrent> | null = null
  let saved: Copy | null = null
  const readOnce = () => {
    reading ??= readCurrent({ ctx, products }, sessionId, browser)
    return reading
  }
  const save = async ({ cart, version }: StoredCarts['browser']) => {
    const synced = await syncCart(ctx, { browser: { cart, version }, sessionId })
    saved = synced.ok ? synced.value : { cart: cart ?? EMPTY_CART, version }
    return saved
  }
  const read = async () => (saved ?? (await readOnce())).cart
  // Most pages change nothing, and a copy that needs no writing needs no lock.
  const synced = async () => saved ?? (await readOnce()).agreed ?? (await save(browser))
  return {
    isForeign: ctx.actor.kind === 'person' && isOtherAccountVersion(browser.version, ctx.actor.id),
    read,
    seen: async () => (await readOnce()).seen,
    version: async () => (ctx.actor.kind === 'person' ? cartVersion(ctx.actor.id, await read()) : ''),
    async keep(next) {
      const current = await synced()
      return next ? (await save({ cart: next, version: current.version })).cart : current.cart
    },
    renew() {
      saved = null
      reading = readCurrent({ ctx, products }, sessionId, { cart: null, version: null })
    },
    async setCookie() {
      const now = await synced()
      const isKnown = readCookie(request, 'cart') === serializeCookie(now.cart, now.version)
      return isKnown ? null : cartCookie(now, request)
    },
  }
}

type Copy = { cart: Cart; version: string | null }

/** `agreed`: the cart with its version when the account needs no writing; null otherwise. */
async function readCurrent(
  { ctx: { db, actor }, products }: Pick<RequestContext, 'ctx' | 'products'>,
  sessionId: string | null,
  browser: StoredCarts['browser'],
): Promise<{ cart: Cart; seen: string; agreed: Copy | null }> {
  if (actor.kind === 'visitor') return { cart: browser.cart ?? EMPTY_CART, seen: '', agreed: null }
  const { isStored, seen, ...carts } = await readAccountCart(db, actor.id, sessionId)
  const stored = { userId: actor.id, browser, ...carts }
  const { cart } = reconcileCarts(stored, needsMerge(stored) ? await products.get() : [])
  return { cart, seen, agreed: isStored ? agreedCart(stored) : null }
}
