import { addLine, type Cart, MOST_LINES } from '#shop/carts/cart.ts'
import { type Sellable, unitsWanted, wantedLines } from '#shop/carts/priced-cart.ts'
import { isCustomisable, isOutOfStock } from '#shop/catalogue/product.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'

export type AddRefusal =
  | { ok: false; reason: 'not_sold' }
  | { ok: false; reason: 'needs_picks'; productId: string }
  | { ok: false; reason: 'cart_full' }
  | { ok: false; reason: 'out_of_stock'; name: string }
  | { ok: false; reason: 'too_few_left'; name: string; left: number }

type Sold = Pick<Sellable, 'id' | 'number' | 'name' | 'stockQuantity' | 'tastemakerPicks'>

/**
 * The cart with more of a product that is bought as it is. `products` are those on sale; what the cart holds of the
 * product already, in mixes too, counts against its stock.
 */
export function addPlain(
  cart: Cart,
  { number, quantity }: { number: number; quantity: number },
  products: readonly Sold[],
): Result<Cart, AddRefusal> {
  const product = products.find((one) => one.number === number)
  if (!product) return refuse('not_sold')
  if (isCustomisable(product)) return { ok: false, reason: 'needs_picks', productId: product.id }
  const { name, stockQuantity: left } = product
  if (isOutOfStock(product)) return { ok: false, reason: 'out_of_stock', name }
  const next = addLine(cart, { number, quantity, picks: {} })
  if (next === cart) return refuse('cart_full')
  const wanted = unitsWanted(wantedLines(next, products)).get(product.id) ?? 0
  return wanted > left ? { ok: false, reason: 'too_few_left', name, left } : done(next)
}

/** A refusal in words. */
export function addRefusalMessage(refusal: AddRefusal): string {
  switch (refusal.reason) {
    case 'not_sold':
      return 'This product is no longer sold.'
    case 'needs_picks':
      return 'Choose your tastemakers first.'
    case 'cart_full':
      return `A cart holds up to ${MOST_LINES} different lines. Take one out first.`
    case 'out_of_stock':
      return `${refusal.name} is out of stock.`
    case 'too_few_left':
      return `Only ${refusal.left} of ${refusal.name} left in stock.`
  }
}
