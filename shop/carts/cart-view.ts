/** The data with which the browser prices the cart by the server's function. */
import { type Cart, countItems, lineKey, numbersIn } from '#shop/carts/cart.ts'
import { type PricedCart, priceCart } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { TaxTerms } from '#shop/kernel/tax.ts'
import type { Discounts } from '#shop/pricing/discounts.ts'

export type CartView = {
  cart: Cart
  /** On sale, picks included. */
  products: Sellable[]
  /** Names of products no longer sold, by catalogue number. */
  withdrawn: Readonly<Record<number, string>>
  shipping: ShippingPolicy
  taxes: TaxTerms
  maxUnits: number
  discounts: Discounts
  /** The last seen prices and stock (see price-snapshot.ts). */
  seen: string
}

/** Prices `cart`. Leaves out added lines with products that are not loaded yet. */
export function priceCartView(view: CartView, cart: Cart): PricedCart {
  const loaded = numbersIn(view.cart)
  const lines = cart.filter((line) => [...numbersIn([line])].every((number) => loaded.has(number)))
  return priceCart(lines, view.products, view, view.discounts)
}

export type OrderablePart = { part: PricedCart; leftOut: number }

/** Returns the orderable part and the items left out. `whole`: the result of `priceCartView`. */
export function orderablePart(view: CartView, cart: Cart, whole: PricedCart): OrderablePart {
  const blocked = new Set(
    [...whole.unavailable, ...whole.lines.filter(({ problem }) => problem !== null)].map(({ key }) => key),
  )
  if (blocked.size === 0) return { part: whole, leftOut: 0 }
  const open = cart.filter((line) => !blocked.has(lineKey(line)))
  return { part: priceCartView(view, open), leftOut: countItems(cart) - countItems(open) }
}
