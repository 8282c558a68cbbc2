/**
 * The cart as a browser keeps it: its lines, and after `~` the version of the account's cart with which they last
 * agreed. When the lines do not fit into a cookie, the account keeps them and the cookie only version and count.
 */
import { type Cart, countItems, EMPTY_CART, parseCart, serializeCart } from '#shop/carts/cart.ts'

export type CookieCart = {
  /** Null: too many lines for a cookie. */
  cart: Cart | null
  /** Null: a visitor's own cart. */
  version: string | null
  /** Items in it, for the badge. */
  count: number
}

/** Browsers store 4096 bytes in one cookie, name and attributes included. */
export const MAX_COOKIE_CHARS = 3800

const VERSION = /^[\w-]{1,40}$/

/** True when a browser can keep this cart without an account. */
export function fitsCookie(cart: Cart): boolean {
  return serializeCart(cart).length <= MAX_COOKIE_CHARS - 60
}

/** '2x3_1x1', '2x3_1x1~version', '~version' (an account's empty cart), '~version~130' (130 items in the account). */
export function serializeCookie(cart: Cart, version: string | null): string {
  if (version === null) return serializeCart(cart)
  return fitsCookie(cart) ? serializeVersioned(cart, version) : `~${version}~${countItems(cart)}`
}

/** Lines and version, however long. */
export function serializeVersioned(cart: Cart, version: string): string {
  return `${serializeCart(cart)}~${version}`
}

/** Reads the text of `serializeCookie`; a malformed one counts as a visitor's cart, as far as it can be read. */
export function parseCookie(text: string): CookieCart {
  const [lines = '', second = '', held] = text.split('~', 3)
  const version = VERSION.test(second) ? second : null
  if (version && held !== undefined && /^\d{1,9}$/.test(held))
    return { cart: null, version, count: Number(held) }
  const cart = lines === '' ? EMPTY_CART : parseCart(lines)
  return { cart, version, count: countItems(cart) }
}
