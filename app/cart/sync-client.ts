/** Synchronises the browser's cart with the account's. Loaded only for signed-in customers. */
import { storeCart, storedCart } from '#app/cart/cart-store.ts'
import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'
import { type CookieCart, serializeVersioned } from '#shop/carts/cart-cookie.ts'
import { rebase } from '#shop/carts/merging.ts'

const PAUSE_MS = 250

let isSyncing = false
let isAnotherNeeded = false
let timer: ReturnType<typeof setTimeout> | null = null

/** Sends this browser's cart to the account and stores the merged cart. Sends one request at a time. */
export function syncSoon(pause = PAUSE_MS): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(sync, pause)
}

async function sync(): Promise<void> {
  timer = null
  if (isSyncing) {
    isAnotherNeeded = true
    return
  }
  isSyncing = true
  const { cart, version } = storedCart()
  try {
    const answer = await post(cart, version)
    if (answer) storeAnswer({ cart, version }, parseCart(answer.written), answer.version)
  } catch {
    // Without a network the cart stays in the browser. The next change or page tries again.
  } finally {
    isSyncing = false
    if (isAnotherNeeded) syncSoon(0)
    isAnotherNeeded = false
  }
}

/** Returns null for a visitor, or after an error. The request completes even if the page is closed. */
async function post(
  cart: Cart | null,
  version: string | null,
): Promise<{ written: string; version: string } | null> {
  const text = version === null ? serializeCart(cart ?? []) : serializeVersioned(cart ?? [], version)
  const body = new URLSearchParams(cart === null ? {} : { cart: text })
  const response = await fetch('/cart/sync', { method: 'POST', body, keepalive: true })
  return response.ok ? response.json() : null
}

function storeAnswer(base: Pick<CookieCart, 'cart' | 'version'>, merged: Cart, version: string): void {
  const now = storedCart()
  // In the meantime a page load has stored another cart, which may already include the answer's changes.
  if (now.version !== base.version) {
    isAnotherNeeded = true
    return
  }
  if (base.cart && now.cart && serializeCart(now.cart) !== serializeCart(base.cart)) {
    isAnotherNeeded = true
    storeCart(rebase(base.cart, now.cart, merged), version)
    return
  }
  const isStored = now.cart && now.version === version && serializeCart(now.cart) === serializeCart(merged)
  if (!isStored) storeCart(merged, version)
}
