/** The cart cookie: lines, and after `~` the version at the last sync. Lines that do not fit are in the account. */
import { type Cart, countItems, EMPTY_CART, parseCart, serializeCart } from '#shop/carts/cart.ts'

export type CookieCart = {
  /** Null when the lines do not fit. */
  cart: Cart | null
  /** Null for a visitor's own cart. */
  version: string | null
  /** Items, for the badge. */
  count: number
}

/** Browsers store 4096 bytes in one cookie, name and attributes included. */
export const MAX_COOKIE_CHARS = 3800

export const BROWSER_FULL =
  'This browser can keep no more in the cart. Take something out, or sign in: an account’s cart holds more.'
export const COOKIES_BLOCKED =
  'Your browser blocks cookies, so it can’t keep a cart. Allow cookies for this site in its settings, then try again.'

export const OWNER_CHARS = 6

/** Returns the account's part of a version, or '' for a visitor's cart. */
export function ownerOf(version: string | null): string {
  return version?.slice(0, OWNER_CHARS) ?? ''
}

const VERSION = /^[\w-]{1,40}$/

export function fitsCookie(cart: Cart): boolean {
  return serializeCart(cart).length <= MAX_COOKIE_CHARS - 60
}

/** '2x3_1x1', '2x3_1x1~version', '~version' (an account's empty cart) or '~version~130' (130 items in the account). */
export function serializeCookie(cart: Cart, version: string | null): string {
  if (version === null) return serializeCart(cart)
  return fitsCookie(cart) ? serializeVersioned(cart, version) : `~${version}~${countItems(cart)}`
}

export function serializeVersioned(cart: Cart, version: string): string {
  return `${serializeCart(cart)}~${version}`
}

/** Parses a cookie. The readable part of a malformed text counts as a visitor's cart. */
export function parseCookie(text: string): CookieCart {
  const [lines = '', second = '', itemCount] = text.split('~', 3)
  const version = VERSION.test(second) ? second : null
  if (version && itemCount !== undefined && /^\d{1,9}$/.test(itemCount))
    return { cart: null, version, count: Number(itemCount) }
  const cart = lines === '' ? EMPTY_CART : parseCart(lines)
  return { cart, version, count: countItems(cart) }
}
