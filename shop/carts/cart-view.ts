/** A cart with everything that the browser needs to price it with the server's function. */
import { type Cart, countItems, lineKey, numbersIn } from '#shop/carts/cart.ts'
import { type PricedCart, priceCart } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { TaxTerms } from '#shop/kernel/tax.ts'
import type { Discounts } from '#shop/pricing/discounts.ts'

export type CartView = {
  cart: Cart
  /** The cart's products that are on sale, picks included. */
  products: Sellable[]
  /** Names of the cart's products that are no longer sold, by catalogue number. */
  withdrawn: Readonly<Record<number, string>>
  shipping: ShippingPolicy
  taxes: TaxTerms
  /** The limit of one product per order. */
  maxUnits: number
  discounts: Discounts
  /** The prices and stock that the customer last saw, serialized (see price-snapshot.ts). */
  seen: string
}

/** Prices `cart` with the view's products. Lines added since, whose products are not loaded yet, are left out. */
export function priceCartView(view: CartView, cart: Cart): PricedCart {
  const known = numbersIn(view.cart)
  const lines = cart.filter((line) => [...numbersIn([line])].every((number) => known.has(number)))
  return priceCart(lines, view.products, view, view.discounts)
}

/** The part of a cart that can be ordered as it is, priced on its own, and the number of items left out. */
export type OrderablePart = { part: PricedCart; leftOut: number }

/** The orderable part of a cart; `whole` is the same cart by `priceCartView`. */
export function orderablePart(view: CartView, cart: Cart, whole: PricedCart): OrderablePart {
  const blocked = new Set(
    [...whole.unavailable, ...whole.lines.filter(({ problem }) => problem !== null)].map(({ key }) => key),
  )
  if (blocked.size === 0) return { part: whole, leftOut: 0 }
  const isBlocked = (line: Cart[number]) => blocked.has(lineKey(line))
  const part = priceCartView(
    view,
    cart.filter((line) => !isBlocked(line)),
  )
  return { part, leftOut: countItems(cart.filter(isBlocked)) }
}
