/** A cart together with all that is needed to price it again in the browser, with the same function as the server. */

import { type Cart, parseCart } from '#shop/carts/cart.ts'
import { type PricedCart, type PricedCartLine, priceCart, wantedLines } from '#shop/carts/priced-cart.ts'
import { isFood, type Sellable } from '#shop/catalogue/product.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { Discounts } from '#shop/pricing/discounts.ts'

export type CartProduct = Sellable & { allergens: string[] }

export type CartView = {
  /** The cart as the cookie writes it. */
  written: string
  /** The products on sale that the cart names, lines and picks alike. */
  products: CartProduct[]
  shipping: ShippingPolicy
  /** Of one product in one order. */
  mostUnits: number
  discounts: Discounts
  /** What the customer last saw of prices and stocks (shop/carts/price-snapshot.ts writes it). */
  seen: string
}

/** Every catalogue number that a cart names. */
export function numbersIn(cart: Cart): Set<number> {
  return new Set(cart.flatMap((line) => [line.number, ...Object.keys(line.picks).map(Number)]))
}

/**
 * What `cart` costs with the products that were shown. It may be another cart than the one shown, changed since;
 * a line that is new then waits until its product is known.
 */
export function priceCartView(shown: CartView, cart: Cart): PricedCart {
  const known = numbersIn(parseCart(shown.written))
  const lines = cart.filter((line) => [...numbersIn([line])].every((number) => known.has(number)))
  return priceCart(wantedLines(lines, shown.products), shown.products, shown, shown.discounts)
}

export type LineAllergens = {
  /** What the product and all picks of the line contain, each once. */
  contained: string[]
  /** The names of those of which nothing is declared: they may contain more. */
  undeclared: string[]
}

export function allergensOf(line: Pick<PricedCartLine, 'product' | 'picks'>, shown: CartView): LineAllergens {
  const ids = new Set([line.product.id, ...line.picks.map((pick) => pick.product.id)])
  const parts = shown.products.filter((product) => ids.has(product.id) && isFood(product))
  const contained = new Set(parts.flatMap(({ allergens }) => allergens))
  contained.delete(NO_KNOWN_ALLERGENS)
  const undeclared = parts.filter(({ allergens }) => allergens.length === 0).map(({ name }) => name)
  return { contained: [...contained], undeclared }
}
