import { useSyncExternalStore } from 'react'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import {
  type CookieCart,
  fitsCookie,
  parseCookie,
  serializeCookie,
  serializeVersioned,
} from '#shop/carts/cart-cookie.ts'

/**
 * The cart in the browser: the cookie that forms without JavaScript use too, shared by all tabs. Lines that are too
 * many for a cookie wait in local storage until the account has them.
 */
const THIRTY_DAYS = 30 * 24 * 3600
const LONG_CART = 'cart'

const NOTHING: CookieCart = { cart: EMPTY_CART, mark: null, count: 0 }
let raw: string | null = null
let kept = NOTHING
const listeners = new Set<() => void>()
let otherTabs: BroadcastChannel | null = null
let onChange: (() => void) | null = null
/** Changes that wait for the account's long cart to arrive. */
let waiting: ((cart: Cart) => Cart)[] = []

function cookieText(): string {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('cart='))
  return pair?.slice('cart='.length) ?? ''
}

/** What the browser keeps; the same text gives the same object, as React needs. `cart` is null until it is fetched. */
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
    // A page brought back from the back-forward cache slept through what happened meanwhile.
    window.addEventListener('pageshow', announce)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    otherTabs?.close()
    window.removeEventListener('pageshow', announce)
  }
}

/** What is kept, empty until hydration: pages are rendered without knowing whose they are. */
export function useStoredCart(): CookieCart {
  return useSyncExternalStore(subscribe, storedCart, () => NOTHING)
}

/** Keeps this cart everywhere at once: this page, other tabs, and what the server sees next. */
export function storeCart(cart: Cart, mark: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = cart.length > 0 || mark !== null ? THIRTY_DAYS : 0
  if (fitsCookie(cart)) localStorage.removeItem(LONG_CART)
  else if (mark !== null) localStorage.setItem(LONG_CART, serializeVersioned(cart, mark))
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `cart=${serializeCookie(cart, mark)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  announce()
  otherTabs?.postMessage('changed')
  const changes = waiting
  waiting = []
  for (const change of changes) changeCart(change)
}

/** Changes the cart. False when the browser cannot keep so much, and no account does; then it stays as it was. */
export function changeCart(change: (cart: Cart) => Cart): boolean {
  const { cart, mark } = storedCart()
  if (cart === null) {
    waiting.push(change)
    onChange?.()
    return true
  }
  const next = change(cart)
  if (mark === null && !fitsCookie(next)) return false
  storeCart(next, mark)
  onChange?.()
  return true
}

/** A long cart must not stay behind when its owner has signed out. */
export function dropLongCart(): void {
  if (cookieText().split('~').length < 3) localStorage.removeItem(LONG_CART)
}

/** Called after each change that this page makes; the account wants to know. */
export function notifyChanges(listener: (() => void) | null): void {
  onChange = listener
}
