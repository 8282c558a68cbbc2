/** A cart with everything that the browser needs to price it with the server's function. */
import { type Cart, numbersIn } from '#shop/carts/cart.ts'
import { type PricedCart, priceCart } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { Discounts } from '#shop/pricing/discounts.ts'

export type CartView = {
  cart: Cart
  /** The cart's products that are on sale, picks included. */
  products: Sellable[]
  /** Names of the cart's products that are no longer sold, by catalogue number. */
  withdrawn: Readonly<Record<number, string>>
  shipping: ShippingPolicy
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
