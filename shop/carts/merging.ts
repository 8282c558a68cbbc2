/** Combines two carts; the browser and the server use the same functions. */
import { type Cart, type CartLine, lineKey, MAX_PER_LINE, quantityOf, roomFor } from '#shop/carts/cart.ts'

type Stocked = { number: number; stockQuantity: number }

/**
 * A visitor's cart merged into an account's at sign-in: all lines of both. Quantities of common lines are added up to
 * the available stock, but never below the larger one. Cart and checkout report lines that exceed the stock.
 */
export function mergeCarts(account: Cart, visitor: Cart, products: readonly Stocked[]): Cart {
  const stock = new Map(products.map((product) => [product.number, product.stockQuantity]))
  let merged = larger(account, visitor)
  for (const line of merged) {
    const key = lineKey(line)
    const [one, other] = [quantityOf(account, key), quantityOf(visitor, key)]
    if (one === 0 || other === 0) continue
    const room = roomFor(line, merged, stock)
    const quantity = room > 0 ? Math.min(one + other, room) : line.quantity
    merged = merged.map((each) => (lineKey(each) === key ? { ...each, quantity } : each))
  }
  return merged
}

/** `remote` with the changes of quantity from `base` to `local`, in `local`'s order; lines at 0 or below are removed. */
export function rebase(base: Cart, local: Cart, remote: Cart): Cart {
  return combine(local, remote, (key) => {
    const change = quantityOf(local, key) - quantityOf(base, key)
    return quantityOf(remote, key) + change
  })
}

/** All lines of both with the larger quantity: nothing is lost when both changed and the common base is unknown. */
export function larger(one: Cart, other: Cart): Cart {
  return combine(one, other, (key) => Math.max(quantityOf(one, key), quantityOf(other, key)))
}

/** The cart without the ordered lines. */
export function withoutOrdered(cart: Cart, ordered: Cart): Cart {
  return rebase(ordered, [], cart)
}

/** The lines of both carts, first cart first, with these quantities; lines at 0 or below are removed. */
function combine(first: Cart, second: Cart, quantityFor: (key: string) => number): Cart {
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
