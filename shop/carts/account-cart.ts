import { createHash } from 'node:crypto'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'
import { type CookieCart, OWNER_CHARS, ownerOf } from '#shop/carts/cart-cookie.ts'
import { largerQuantities, mergeCarts, rebase } from '#shop/carts/merging.ts'

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

/** Returns a hash of the user (6 characters) and of the lines (10). It does not reveal the user. */
export function cartVersion(userId: string, cart: Cart): string {
  return versionOf(digest(userId, OWNER_CHARS), cart)
}

/** Takes the hash of the user instead of the id, to check whether a copy of another account's cart was changed. */
function versionOf(owner: string, cart: Cart): string {
  const lines = serializeCart(cart).split('_').toSorted().join('_')
  return owner + digest(`${owner} ${lines}`, 10)
}

function isVersionOf(version: string | null, userId: string): version is string {
  return version?.startsWith(digest(userId, OWNER_CHARS)) ?? false
}

export function isOtherAccountVersion(version: string | null, userId: string): version is string {
  return version !== null && !isVersionOf(version, userId)
}

/** True for an unchanged copy of another account's cart. That account stores the cart, so the copy can be dropped. */
function isStoredElsewhere({ cart, version }: StoredCarts['browser'], userId: string): boolean {
  if (cart === null || !isOtherAccountVersion(version, userId)) return false
  return version === versionOf(ownerOf(version), cart)
}

export type StoredCarts = {
  userId: string
  browser: Pick<CookieCart, 'cart' | 'version'>
  account: Cart
  /** The visitor's cart that this session has merged. */
  merged: Cart | null
}

/** True if `reconcileCarts` will merge a visitor's cart. Only then does it need `products`. */
export function needsMerge({ userId, browser, merged }: StoredCarts): boolean {
  const { cart, version } = browser
  if (cart === null || cart.length === 0 || merged !== null) return false
  return !isVersionOf(version, userId) && !isStoredElsewhere(browser, userId)
}

/**
 * Merges the carts of browser and account. If one copy changed since the last sync, it wins. If both changed, each line
 * gets the larger quantity. A visitor's cart is merged once per session and returned as `merged`. Another account's
 * unchanged cart is dropped.
 */
export function reconcileCarts(
  { userId, browser, account, merged }: StoredCarts,
  products: readonly { number: number; stockQuantity: number }[] = [],
): { cart: Cart; merged: Cart | null } {
  const { cart: local, version } = browser
  if (local === null) return { cart: account, merged: null }
  if (isVersionOf(version, userId))
    return { cart: changedCart(userId, local, account, version), merged: null }
  if (local.length === 0 || isStoredElsewhere(browser, userId)) return { cart: account, merged: null }
  if (merged) return { cart: rebase(merged, local, account), merged: local }
  return { cart: mergeCarts(account, local, products), merged: local }
}

/** Returns the cart, or null if syncing would change the account's cart. */
export function agreedCart(stored: StoredCarts): { cart: Cart; version: string } | null {
  if (needsMerge(stored)) return null
  const { cart, merged } = reconcileCarts(stored)
  if (merged || serializeCart(cart) !== serializeCart(stored.account)) return null
  return { cart, version: cartVersion(stored.userId, cart) }
}

function changedCart(userId: string, local: Cart, account: Cart, version: string): Cart {
  if (version === cartVersion(userId, local)) return account
  if (version === cartVersion(userId, account)) return local
  return largerQuantities(account, local)
}
