/** An account's cart and what one of its browsers keeps of it. */
import { createHash } from 'node:crypto'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'
import type { CookieCart } from '#shop/carts/cart-cookie.ts'
import { mergeCarts } from '#shop/carts/merging.ts'
import type { PricedCartLine } from '#shop/carts/priced-cart.ts'
import { larger, rebase } from '#shop/carts/rebasing.ts'

/** A cart with the mark that a browser keeps beside it. */
export type VersionedCart = { cart: Cart; mark: string }

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

/** Names a state of this user's cart: whose it is (6 characters) and what is in it (10). It can be read by nobody. */
export function cartVersion(userId: string, cart: Cart): string {
  const lines = serializeCart(cart).split('_').toSorted().join('_')
  return digest(userId, 6) + digest(`${userId} ${lines}`, 10)
}

function isOf(mark: string | null, userId: string): mark is string {
  return mark?.startsWith(digest(userId, 6)) ?? false
}

export type StoredCarts = {
  userId: string
  browser: Pick<CookieCart, 'cart' | 'mark'>
  account: Cart
  /** What this session's browser has brought along before; null when it has brought nothing yet. */
  joined: Cart | null
}

/** What the two come to. `joins`: the visitor's cart that has now been added to the account's. */
export type ReconciledCart = { cart: Cart; joins: Cart | null }

/** True when a visitor's cart is to be added: only then the stock matters. */
export function isMerging({ userId, browser, joined }: StoredCarts): boolean {
  return browser.cart !== null && browser.cart.length > 0 && !isOf(browser.mark, userId) && joined === null
}

/**
 * Whoever has changed since the two were the same wins; if both have, nothing is lost. A cart without this account's
 * mark is a visitor's: it is added, once per session.
 */
export function reconcileCarts(
  meeting: StoredCarts,
  products: readonly { number: number; stockQuantity: number }[] = [],
): ReconciledCart {
  const { userId, browser, account, joined } = meeting
  const { cart: local, mark } = browser
  if (local === null) return { cart: account, joins: null }
  if (isOf(mark, userId)) return { cart: newest(userId, { local, account, mark }), joins: null }
  if (local.length === 0) return { cart: account, joins: null }
  if (joined) return { cart: rebase(joined, local, account), joins: local }
  return { cart: mergeCarts(account, local, products), joins: local }
}

function newest(
  userId: string,
  { local, account, mark }: { local: Cart; account: Cart; mark: string },
): Cart {
  if (mark === cartVersion(userId, local)) return account
  if (mark === cartVersion(userId, account)) return local
  return larger(account, local)
}

/** A priced cart, or an order to be, by catalogue numbers again. */
export function linesIn(lines: readonly Pick<PricedCartLine, 'product' | 'quantity' | 'picks'>[]): Cart {
  return lines.map(({ product, quantity, picks }) => ({
    number: product.number,
    quantity,
    picks: Object.fromEntries(picks.map((pick) => [pick.product.number, pick.count])),
  }))
}
