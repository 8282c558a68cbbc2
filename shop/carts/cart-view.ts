/** A cart with everything that the browser needs to price it with the server's function. */
import { type Cart, type CartLine, numbersIn } from '#shop/carts/cart.ts'
import { type PricedCart, priceCart } from '#shop/carts/priced-cart.ts'
import { isFood, type Sellable } from '#shop/catalogue/product.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { Discounts } from '#shop/pricing/discounts.ts'

export type CartProduct = Sellable & { allergens: string[] }

export type CartView = {
  cart: Cart
  /** The cart's products that are on sale, picks included. */
  products: CartProduct[]
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

export type LineAllergens = {
  /** Distinct allergens of the product and all picks of the line. */
  contained: string[]
  /** Names of products without a declaration, which may contain more. */
  undeclared: string[]
}

/** The declared allergens of a line’s food, and the names of its products without a declaration. */
export function allergensOf(line: CartLine, view: CartView): LineAllergens {
  const numbers = numbersIn([line])
  const parts = view.products.filter((product) => numbers.has(product.number) && isFood(product))
  const contained = new Set(parts.flatMap(({ allergens }) => allergens))
  contained.delete(NO_KNOWN_ALLERGENS)
  const undeclared = parts.filter(({ allergens }) => allergens.length === 0).map(({ name }) => name)
  return { contained: [...contained], undeclared }
}
