/** An account's cart and what one of its browsers keeps of it. */
import { createHash } from 'node:crypto'
import { type Cart, writeCart } from '#shop/carts/cart.ts'
import type { KeptCart } from '#shop/carts/cart-cookie.ts'
import { joinCarts } from '#shop/carts/merging.ts'
import type { PricedCartLine } from '#shop/carts/priced-cart.ts'
import { larger, rebase } from '#shop/carts/rebasing.ts'

/** A cart with the mark that a browser keeps beside it. */
export type MarkedCart = { cart: Cart; mark: string }

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

/** Names a state of this user's cart: whose it is (6 characters) and what is in it (10). It can be read by nobody. */
export function markOf(userId: string, cart: Cart): string {
  const lines = writeCart(cart).split('_').toSorted().join('_')
  return digest(userId, 6) + digest(`${userId} ${lines}`, 10)
}

function isOf(mark: string | null, userId: string): mark is string {
  return mark?.startsWith(digest(userId, 6)) ?? false
}

export type Meeting = {
  userId: string
  browser: Pick<KeptCart, 'cart' | 'mark'>
  account: Cart
  /** What this session's browser has brought along before; null when it has brought nothing yet. */
  joined: Cart | null
}

/** What the two come to. `joins`: the visitor's cart that has now been added to the account's. */
export type Met = { cart: Cart; joins: Cart | null }

/** True when a visitor's cart is to be added: only then the stock matters. */
export function isJoining({ userId, browser, joined }: Meeting): boolean {
  return browser.cart !== null && browser.cart.length > 0 && !isOf(browser.mark, userId) && joined === null
}

/**
 * Whoever has changed since the two were the same wins; if both have, nothing is lost. A cart without this account's
 * mark is a visitor's: it is added, once per session.
 */
export function meet(
  meeting: Meeting,
  products: readonly { number: number; stockQuantity: number }[] = [],
): Met {
  const { userId, browser, account, joined } = meeting
  const { cart: local, mark } = browser
  if (local === null) return { cart: account, joins: null }
  if (isOf(mark, userId)) return { cart: newest(userId, { local, account, mark }), joins: null }
  if (local.length === 0) return { cart: account, joins: null }
  if (joined) return { cart: rebase(joined, local, account), joins: local }
  return { cart: joinCarts(account, local, products), joins: local }
}

function newest(
  userId: string,
  { local, account, mark }: { local: Cart; account: Cart; mark: string },
): Cart {
  if (mark === markOf(userId, local)) return account
  if (mark === markOf(userId, account)) return local
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
