import { createHash } from 'node:crypto'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'
import { type CookieCart, OWNER_CHARS, ownerOf } from '#shop/carts/cart-cookie.ts'
import { larger, mergeCarts, rebase } from '#shop/carts/merging.ts'

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

/** Returns 6 characters of the user's hash and 10 of the lines', which do not reveal the user. */
export function cartVersion(userId: string, cart: Cart): string {
  return versionOf(digest(userId, OWNER_CHARS), cart)
}

/** Anyone can tell by it whether a copy was changed. */
function versionOf(owner: string, cart: Cart): string {
  const lines = serializeCart(cart).split('_').toSorted().join('_')
  return owner + digest(`${owner} ${lines}`, 10)
}

function isOf(version: string | null, userId: string): version is string {
  return version?.startsWith(digest(userId, OWNER_CHARS)) ?? false
}

export function isForeign(version: string | null, userId: string): version is string {
  return version !== null && !isOf(version, userId)
}

/** True for another account's unchanged cart, which that account keeps. */
function isKeptElsewhere({ cart, version }: StoredCarts['browser'], userId: string): boolean {
  if (cart === null || !isForeign(version, userId)) return false
  return version === versionOf(ownerOf(version), cart)
}

export type StoredCarts = {
  userId: string
  browser: Pick<CookieCart, 'cart' | 'version'>
  account: Cart
  /** The visitor's cart that this session has merged. */
  merged: Cart | null
}

/** True when a visitor's cart is to be merged. Only then are products needed. */
export function isMerging({ userId, browser, merged }: StoredCarts): boolean {
  const { cart, version } = browser
  if (cart === null || cart.length === 0 || merged !== null) return false
  return !isOf(version, userId) && !isKeptElsewhere(browser, userId)
}

/**
 * The copy changed since the last common version wins; if both changed, nothing is lost. A visitor's cart is
 * merged once per session and returned as `merged`. Another account's unchanged cart is dropped.
 */
export function reconcileCarts(
  { userId, browser, account, merged }: StoredCarts,
  products: readonly { number: number; stockQuantity: number }[] = [],
): { cart: Cart; merged: Cart | null } {
  const { cart: local, version } = browser
  if (local === null) return { cart: account, merged: null }
  if (isOf(version, userId)) return { cart: newest(userId, local, account, version), merged: null }
  if (local.length === 0 || isKeptElsewhere(browser, userId)) return { cart: account, merged: null }
  if (merged) return { cart: rebase(merged, local, account), merged: local }
  return { cart: mergeCarts(account, local, products), merged: local }
}

/** Returns the cart when syncing writes nothing in the account; null otherwise. */
export function agreedCart(stored: StoredCarts): { cart: Cart; version: string } | null {
  if (isMerging(stored)) return null
  const { cart, merged } = reconcileCarts(stored)
  if (merged || serializeCart(cart) !== serializeCart(stored.account)) return null
  return { cart, version: cartVersion(stored.userId, cart) }
}

function newest(userId: string, local: Cart, account: Cart, version: string): Cart {
  if (version === cartVersion(userId, local)) return account
  if (version === cartVersion(userId, account)) return local
  return larger(account, local)
}
