import { type Cart, type CartLine, lineKey, MAX_PER_LINE, quantityOf, roomFor } from '#shop/carts/cart.ts'

type StockItem = { number: number; stockQuantity: number }

/** Adds up quantities as far as the stock allows. A line keeps at least the larger quantity. */
export function mergeCarts(account: Cart, visitor: Cart, products: readonly StockItem[]): Cart {
  const stock = new Map(products.map((product) => [product.number, product.stockQuantity]))
  let merged = largerQuantities(account, visitor)
  for (const line of merged) {
    const key = lineKey(line)
    const [inAccount, inVisitor] = [quantityOf(account, key), quantityOf(visitor, key)]
    if (inAccount === 0 || inVisitor === 0) continue
    const room = roomFor(line, merged, stock)
    const quantity = room > 0 ? Math.min(inAccount + inVisitor, room) : line.quantity
    merged = merged.map((each) => (lineKey(each) === key ? { ...each, quantity } : each))
  }
  return merged
}

/** Applies to `remote` the changes of quantity between `base` and `local`. */
export function rebase(base: Cart, local: Cart, remote: Cart): Cart {
  return combine(local, remote, (key) => {
    const change = quantityOf(local, key) - quantityOf(base, key)
    return quantityOf(remote, key) + change
  })
}

/** Keeps the larger quantity of each line, so that nothing is lost when the common base is unknown. */
export function largerQuantities(a: Cart, b: Cart): Cart {
  return combine(a, b, (key) => Math.max(quantityOf(a, key), quantityOf(b, key)))
}

export function removeOrdered(cart: Cart, ordered: Cart): Cart {
  return rebase(ordered, [], cart)
}

/** Combines lines, first cart first. Lines at 0 or below are removed. */
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
