import { useSyncExternalStore } from 'react'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import {
  type CookieCart,
  fitsCookie,
  parseCookie,
  serializeCookie,
  serializeVersioned,
} from '#shop/carts/cart-cookie.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

/**
 * The cart in the browser: the cookie that forms without JavaScript use too, shared by all tabs. Too many lines for a
 * cookie are kept in local storage until the account has them.
 */
const THIRTY_DAYS = 30 * DAY_SECONDS
const LONG_CART = 'cart'

const NOTHING: CookieCart = { cart: EMPTY_CART, version: null, count: 0 }
let raw: string | null = null
let kept = NOTHING
const listeners = new Set<() => void>()
let otherTabs: BroadcastChannel | null = null
let onChange: (() => void) | null = null
/** Changes to apply once the account's long cart has arrived. */
let waiting: ((cart: Cart) => Cart)[] = []

function cookieText(): string {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('cart='))
  return pair?.slice('cart='.length) ?? ''
}

/** The stored cart: the same object until it changes. `cart` is null until an account's long cart is fetched. */
export function storedCart(): CookieCart {
  const text = cookieText()
  const long = text.split('~').length === 3 ? localStorage.getItem(LONG_CART) : null
  if (raw !== `${text} ${long}`) {
    raw = `${text} ${long}`
    kept = parseCookie(long ?? text)
  }
  return kept
}

function announce() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    otherTabs = new BroadcastChannel('cart')
    otherTabs.onmessage = announce
    // A page restored from the back-forward cache has missed the messages.
    window.addEventListener('pageshow', announce)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    otherTabs?.close()
    window.removeEventListener('pageshow', announce)
  }
}

/** The stored cart, empty until hydration: cached pages are the same for all. */
export function useStoredCart(): CookieCart {
  return useSyncExternalStore(subscribe, storedCart, () => NOTHING)
}

/** Stores this cart for this page, other tabs and the server's next request. */
export function storeCart(cart: Cart, version: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = cart.length > 0 || version !== null ? THIRTY_DAYS : 0
  if (fitsCookie(cart)) localStorage.removeItem(LONG_CART)
  else if (version !== null) localStorage.setItem(LONG_CART, serializeVersioned(cart, version))
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `cart=${serializeCookie(cart, version)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  announce()
  otherTabs?.postMessage('changed')
  const changes = waiting
  waiting = []
  for (const change of changes) changeCart(change)
}

/** Changes the cart. False, with the cart unchanged, when it exceeds what a browser without an account can keep. */
export function changeCart(change: (cart: Cart) => Cart): boolean {
  const { cart, version } = storedCart()
  if (cart === null) {
    waiting.push(change)
    onChange?.()
    return true
  }
  const next = change(cart)
  if (version === null && !fitsCookie(next)) return false
  storeCart(next, version)
  onChange?.()
  return true
}

/** Removes the long cart of an account that has signed out. */
export function dropLongCart(): void {
  if (cookieText().split('~').length < 3) localStorage.removeItem(LONG_CART)
}

/** Sets the function to call after each change that this page makes. */
export function notifyChanges(listener: (() => void) | null): void {
  onChange = listener
}
