/** Synchronises the browser's cart with the account's. Loaded only for signed-in customers. */
import { storeCart, storedCart } from '#app/cart/cart-store.ts'
import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'
import { type CookieCart, serializeVersioned } from '#shop/carts/cart-cookie.ts'
import { rebase } from '#shop/carts/merging.ts'

const PAUSE_MS = 250

let isUnderWay = false
let isWanted = false
let timer: ReturnType<typeof setTimeout> | null = null

/** Sends this browser's cart to the account and takes over the answer. One request at a time. */
export function syncSoon(pause = PAUSE_MS): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(sync, pause)
}

async function sync(): Promise<void> {
  timer = null
  if (isUnderWay) {
    isWanted = true
    return
  }
  isUnderWay = true
  const { cart, version } = storedCart()
  try {
    const answer = await post(cart, version)
    if (answer) settle({ cart, version }, parseCart(answer.written), answer.version)
  } catch {
    // Without a network the cart stays here; the next change or page tries again.
  } finally {
    isUnderWay = false
    if (isWanted) syncSoon(0)
    isWanted = false
  }
}

/** Null when signed out or after an error. The request outlives the page. */
async function post(
  cart: Cart | null,
  version: string | null,
): Promise<{ written: string; version: string } | null> {
  const text = version === null ? serializeCart(cart ?? []) : serializeVersioned(cart ?? [], version)
  const body = new URLSearchParams(cart === null ? {} : { cart: text })
  const response = await fetch('/cart/sync', { method: 'POST', body, keepalive: true })
  return response.ok ? response.json() : null
}

function settle(base: Pick<CookieCart, 'cart' | 'version'>, answered: Cart, version: string): void {
  const now = storedCart()
  // A page of the server has stored a cart meanwhile, which the answer may hold already.
  if (now.version !== base.version) {
    isWanted = true
    return
  }
  if (base.cart && now.cart && serializeCart(now.cart) !== serializeCart(base.cart)) {
    isWanted = true
    storeCart(rebase(base.cart, now.cart, answered), version)
    return
  }
  const isStored = now.cart && now.version === version && serializeCart(now.cart) === serializeCart(answered)
  if (!isStored) storeCart(answered, version)
}
