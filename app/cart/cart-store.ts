import { useSyncExternalStore } from 'react'
import { cookieText, readLocal, writeCookie, writeLocal } from '#app/kit/browser/browser-state.ts'
import { type Cart, EMPTY_CART, lineKey, parseCart, quantityOf, serializeCart } from '#shop/carts/cart.ts'
import {
  BROWSER_FULL,
  COOKIES_BLOCKED,
  type CookieCart,
  fitsCookie,
  parseCookie,
  serializeCookie,
  serializeVersioned,
} from '#shop/carts/cart-cookie.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

/** Cart and basket are cookies that all tabs share. An account's cart too long for a cookie is in local storage. */
const THIRTY_DAYS = 30 * DAY_SECONDS
const LONG_CART = 'cart'

const EMPTY: CookieCart = { cart: EMPTY_CART, version: null, count: 0 }
// Begins with the key of an empty cart. The first read after hydration then returns EMPTY itself and causes no second
// render.
let raw = ' '
let parsed = EMPTY
let rawBasket = ''
let parsedBasket = EMPTY_CART
const listeners = new Set<() => void>()
let otherTabs: BroadcastChannel | null = null
let onChange: (() => void) | null = null
/** Changes to apply once the account's long cart is fetched. */
let pendingChanges: ((cart: Cart) => Cart)[] = []

/** Stores the text. Returns null, or a message if the browser did not store it. */
function store(name: 'cart' | 'basket', text: string, maxAge: number): string | null {
  const isWritten = writeCookie(name, text, maxAge)
  announceChange()
  return isWritten ? null : COOKIES_BLOCKED
}

/** Returns the stored cart: the same object until it changes. `cart`: null until a long cart is fetched. */
export function storedCart(): CookieCart {
  const text = cookieText('cart')
  const long = text.split('~').length === 3 ? readLocal(LONG_CART) : ''
  if (raw !== `${text} ${long}`) {
    raw = `${text} ${long}`
    parsed = parseCookie(long || text)
  }
  return parsed
}

function announce() {
  for (const listener of listeners) listener()
}

/** Makes this page and other tabs read the browser's storage again, which the server may also have changed. */
export function announceChange(): void {
  announce()
  otherTabs?.postMessage('changed')
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    try {
      otherTabs = new BroadcastChannel('cart')
      otherTabs.onmessage = announce
    } catch {
      // Firefox throws when the site's data is blocked.
    }
    window.addEventListener('storage', announce)
    // A page restored from the back-forward cache has missed the messages.
    window.addEventListener('pageshow', announce)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    otherTabs?.close()
    window.removeEventListener('storage', announce)
    window.removeEventListener('pageshow', announce)
  }
}

export function useStoredCart(): CookieCart {
  return useSyncExternalStore(subscribe, storedCart, () => EMPTY)
}

/** Stores this cart for this page, other tabs and the server's next request. Null, or why it is not stored. */
export function storeCart(cart: Cart, version: string | null): string | null {
  if (fitsCookie(cart)) writeLocal(LONG_CART, '')
  else if (version !== null) writeLocal(LONG_CART, serializeVersioned(cart, version))
  const problem = store(
    'cart',
    serializeCookie(cart, version),
    cart.length > 0 || version !== null ? THIRTY_DAYS : 0,
  )
  const changes = pendingChanges
  pendingChanges = []
  for (const change of changes) changeCart(change)
  return problem
}

/** Changes the cart. Returns null, or a message if this browser cannot store the cart, which then stays unchanged. */
export function changeCart(change: (cart: Cart) => Cart): string | null {
  const { cart, version } = storedCart()
  if (cart === null) {
    pendingChanges.push(change)
    onChange?.()
    return null
  }
  const next = change(cart)
  if (version === null && !fitsCookie(next)) return BROWSER_FULL
  const problem = storeCart(next, version)
  onChange?.()
  return problem
}

/** Returns the stored basket. It is the same object until the basket changes. */
export function storedBasket(): Cart {
  const text = cookieText('basket')
  if (rawBasket !== text) {
    rawBasket = text
    parsedBasket = parseCart(text)
  }
  return parsedBasket
}

/** Returns the stored basket; until hydration `rendered`, the server's basket. */
export function useStoredBasket(rendered: Cart = EMPTY_CART): Cart {
  return useSyncExternalStore(subscribe, storedBasket, () => rendered)
}

/** Returns the quantity of a product in the stored basket; 0 until hydration. */
export function useBasketQuantity(number: number): number {
  const key = lineKey({ number, picks: {} })
  return useSyncExternalStore(
    subscribe,
    () => quantityOf(storedBasket(), key),
    () => 0,
  )
}

/** Stores this basket for all tabs and the server. Returns null, or a message if this browser cannot store it. */
export function storeBasket(basket: Cart): string | null {
  if (!fitsCookie(basket)) return BROWSER_FULL
  return store('basket', serializeCart(basket), basket.length > 0 ? THIRTY_DAYS : 0)
}

export function dropLongCart(): void {
  if (cookieText('cart').split('~').length < 3) writeLocal(LONG_CART, '')
}

export function notifyChanges(listener: (() => void) | null): void {
  onChange = listener
}
