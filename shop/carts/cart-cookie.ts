/**
 * The cart as a browser keeps it: its lines, and after `~` the mark that says which state of an account's cart they
 * were last the same as. Lines that a cookie cannot hold stay with the account: then only mark and count are kept.
 */
import { type Cart, countItems, EMPTY_CART, parseCart, serializeCart } from '#shop/carts/cart.ts'

export type CookieCart = {
  /** Null: too many lines for a cookie. */
  cart: Cart | null
  /** Null: a visitor's own cart. */
  mark: string | null
  /** Items in it, for the badge. */
  count: number
}

/** What browsers store in one cookie, name and attributes counted, is 4096 bytes. */
export const MAX_COOKIE_CHARS = 3800

const MARK = /^[\w-]{1,40}$/

/** True when a browser can keep this cart by itself. */
export function fitsCookie(cart: Cart): boolean {
  return serializeCart(cart).length <= MAX_COOKIE_CHARS - 60
}

/** '2x3_1x1', '2x3_1x1~mark', '~mark' (an account's empty cart), '~mark~130' (held by the account, 130 items). */
export function serializeCookie(cart: Cart, mark: string | null): string {
  if (mark === null) return serializeCart(cart)
  return fitsCookie(cart) ? serializeVersioned(cart, mark) : `~${mark}~${countItems(cart)}`
}

/** Lines and mark, however long. */
export function serializeVersioned(cart: Cart, mark: string): string {
  return `${serializeCart(cart)}~${mark}`
}

/** Reads what writeKept wrote; what makes no sense counts as a visitor's cart, as far as it can be read. */
export function parseCookie(text: string): CookieCart {
  const [lines = '', mark = '', held] = text.split('~', 3)
  const isMarked = MARK.test(mark)
  if (isMarked && held !== undefined && /^\d{1,9}$/.test(held))
    return { cart: null, mark, count: Number(held) }
  const cart = lines === '' ? EMPTY_CART : parseCart(lines)
  return { cart, mark: isMarked ? mark : null, count: countItems(cart) }
}
