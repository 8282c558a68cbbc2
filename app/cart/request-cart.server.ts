import type { RequestCart, RequestContext } from '#app/request/context.server.ts'
import { cartCookie, readCookie } from '#app/request/cookies.server.ts'
import {
  agreedCart,
  cartVersion,
  isOtherAccountVersion,
  needsMerge,
  reconcileCarts,
  type StoredCarts,
} from '#shop/carts/account-cart.ts'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import { parseCookie, serializeCookie } from '#shop/carts/cart-cookie.ts'
import { syncCart } from '#shop/carts/cart-storage.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'

export function requestCart(
  { ctx, products }: Pick<RequestContext, 'ctx' | 'products'>,
  request: Request,
  sessionId: string | null,
): RequestCart {
  const browser = parseCookie(readCookie(request, 'cart'))
  let current: ReturnType<typeof readCurrent> | null = null
  let saved: Copy | null = null
  const readOnce = () => {
    current ??= readCurrent({ ctx, products }, sessionId, browser)
    return current
  }
  const save = async ({ cart, version }: StoredCarts['browser']) => {
    const synced = await syncCart(ctx, { browser: { cart, version }, sessionId })
    saved = synced.ok ? synced.value : { cart: cart ?? EMPTY_CART, version }
    return saved
  }
  const read = async () => (saved ?? (await readOnce())).cart
  // Most requests change nothing. If browser and account agree, nothing is written and no lock is needed.
  const sync = async () => saved ?? (await readOnce()).agreed ?? (await save(browser))
  return {
    isForeign: ctx.actor.kind === 'person' && isOtherAccountVersion(browser.version, ctx.actor.id),
    read,
    priceSnapshot: async () => (await readOnce()).seen,
    readVersion: async () => (ctx.actor.kind === 'person' ? cartVersion(ctx.actor.id, await read()) : ''),
    async save(next) {
      const copy = await sync()
      return next ? (await save({ cart: next, version: copy.version })).cart : copy.cart
    },
    reload() {
      saved = null
      current = readCurrent({ ctx, products }, sessionId, { cart: null, version: null })
    },
    async setCookie() {
      const copy = await sync()
      const isKnown = readCookie(request, 'cart') === serializeCookie(copy.cart, copy.version)
      return isKnown ? null : cartCookie(copy, request)
    },
  }
}

type Copy = { cart: Cart; version: string | null }

/** `agreed`: the cart with its version if browser and account have the same cart; otherwise null. */
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
