import { useSyncExternalStore } from 'react'
import { type Cart, EMPTY_CART, readCart, writeCart } from '#shop/carts/cart.ts'

/** The cart in the browser: the cookie that forms without JavaScript use too, shared by all tabs. */
const THIRTY_DAYS = 30 * 24 * 3600

let written: string | null = null
let cart: Cart = EMPTY_CART
const listeners = new Set<() => void>()
let otherTabs: BroadcastChannel | null = null

function cookieText(): string {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('cart='))
  return pair?.slice('cart='.length) ?? ''
}

/** Reads the cookie again; the same text gives the same cart object, as React needs. */
function current(): Cart {
  const text = cookieText()
  if (text !== written) {
    written = text
    cart = readCart(text)
  }
  return cart
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

/** The cart, empty until hydration: pages are rendered without knowing whose they are. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, current, () => EMPTY_CART)
}

/** Changes the cart everywhere at once: this page, other tabs, and what the server sees next. */
export function changeCart(change: (cart: Cart) => Cart): void {
  const next = change(current())
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = next.length > 0 ? THIRTY_DAYS : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `cart=${writeCart(next)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  announce()
  otherTabs?.postMessage('changed')
}
