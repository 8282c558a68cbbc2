/** A cart together with all that is needed to price it again in the browser, with the same function as the server. */
import { type Cart, readCart } from '#shop/carts/cart.ts'
import {
  type PricedCart,
  type PricedCartLine,
  priceCart,
  type Sellable,
  wantedLines,
} from '#shop/carts/priced-cart.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { Discounts } from '#shop/pricing/discounts.ts'

export type CartProduct = Sellable & { allergens: string[] }

export type ShownCart = {
  /** The cart as the cookie writes it. */
  written: string
  /** The products on sale that the cart names, lines and picks alike. */
  products: CartProduct[]
  shipping: ShippingPolicy
  /** Of one product in one order. */
  mostUnits: number
  discounts: Discounts
  /** What the customer last saw of prices and stocks (shop/carts/seen.ts writes it). */
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
export function priceShownCart(shown: ShownCart, cart: Cart): PricedCart {
  const known = numbersIn(readCart(shown.written))
  const lines = cart.filter((line) => [...numbersIn([line])].every((number) => known.has(number)))
  return priceCart(wantedLines(lines, shown.products), shown.products, shown, shown.discounts)
}

/** What the product and all picks of a line contain, each once. */
export function allergensOf(line: Pick<PricedCartLine, 'product' | 'picks'>, shown: ShownCart): string[] {
  const ids = new Set([line.product.id, ...line.picks.map((pick) => pick.product.id)])
  const contained = shown.products
    .filter((product) => ids.has(product.id))
    .flatMap((product) => product.allergens)
  return [...new Set(contained)]
}
