/** One cart out of two that were the same once, in the browser and on the server alike. */
import { type Cart, type CartLine, lineKey, MAX_PER_LINE, quantityOf } from '#shop/carts/cart.ts'

/**
 * `remote` with the changes that led from `base` to `local`: a line taken up or down here is taken up or down there by
 * as much, a line removed here goes as far as it was known here.
 */
export function rebase(base: Cart, local: Cart, remote: Cart): Cart {
  return combine(remote, local, (key) => {
    const change = quantityOf(local, key) - quantityOf(base, key)
    return quantityOf(remote, key) + change
  })
}

/** Both changed, and nobody knows from what: every line of either, with the larger quantity. Nothing is lost. */
export function larger(one: Cart, other: Cart): Cart {
  return combine(one, other, (key) => Math.max(quantityOf(one, key), quantityOf(other, key)))
}

/** What is left of a cart once these lines were ordered. */
export function withoutOrdered(cart: Cart, ordered: Cart): Cart {
  return rebase(ordered, [], cart)
}

/** The lines of both carts, in the order of the first, with these quantities; none or fewer leaves a line out. */
export function combine(first: Cart, second: Cart, quantityFor: (key: string) => number): Cart {
  const lines = new Map<string, CartLine>()
  for (const line of [...first, ...second]) {
    const key = lineKey(line)
    if (!lines.has(key)) lines.set(key, line)
  }
  return [...lines].flatMap(([key, line]) => {
    const quantity = Math.min(quantityFor(key), MAX_PER_LINE)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}
