/** A visitor's cart and an account's, made one at sign-in. */
import { type Cart, lineKey, MAX_PER_LINE, quantityOf } from '#shop/carts/cart.ts'
import { combine } from '#shop/carts/rebasing.ts'

type Stocked = { number: number; stockQuantity: number }

/**
 * Every line of both. The quantities of a line that both have are added, as far as the stock goes beside the other
 * lines (picks draw on the same stock); with nothing on the shelf the larger one stays. A line that only one has stays
 * as it is: cart and checkout say what stands in its way.
 */
export function mergeCarts(account: Cart, visitor: Cart, products: readonly Stocked[]): Cart {
  const stock = new Map(products.map((product) => [product.number, product.stockQuantity]))
  let joined = combine(account, visitor, (key) =>
    Math.max(quantityOf(account, key), quantityOf(visitor, key)),
  )
  for (const line of joined) {
    const key = lineKey(line)
    const [one, other] = [quantityOf(account, key), quantityOf(visitor, key)]
    if (one === 0 || other === 0) continue
    const most = roomFor(line, joined, stock)
    const quantity = most > 0 ? Math.min(one + other, most) : line.quantity
    joined = joined.map((each) => (lineKey(each) === key ? { ...each, quantity } : each))
  }
  return joined
}

/** How many of this line the shelf allows beside the other lines of the cart. */
function roomFor(line: Cart[number], cart: Cart, stock: ReadonlyMap<number, number>): number {
  const key = lineKey(line)
  const others = cart.filter((other) => lineKey(other) !== key)
  const rooms = [...unitsEach(line)].map(([number, each]) => {
    const taken = others.reduce((sum, other) => sum + (unitsEach(other).get(number) ?? 0) * other.quantity, 0)
    return Math.floor(((stock.get(number) ?? 0) - taken) / each)
  })
  return Math.max(0, Math.min(MAX_PER_LINE, ...rooms))
}

/** Units of each product that one of a line takes. */
function unitsEach({ number, picks }: Pick<Cart[number], 'number' | 'picks'>): Map<number, number> {
  const units = new Map([[number, 1]])
  for (const [pick, count] of Object.entries(picks)) {
    units.set(Number(pick), (units.get(Number(pick)) ?? 0) + count)
  }
  return units
}
