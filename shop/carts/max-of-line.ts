import { MAX_PER_LINE } from '#shop/carts/cart.ts'
import { type PricedCartLine, unitsRequested, type WantedLine } from '#shop/carts/priced-cart.ts'

/**
 * The highest quantity of a line that the shelf, and `mostUnits` of a product in one order, allow beside the cart's other
 * lines; 0 when nothing is left.
 */
export function maxOfLine(line: PricedCartLine, lines: readonly PricedCartLine[], mostUnits: number): number {
  const others = unitsRequested(lines.filter((other) => other.key !== line.key).map(asWanted))
  const each = unitsRequested([{ ...asWanted(line), quantity: 1 }])
  const rooms = [line.product, ...line.picks.map((pick) => pick.product)].map(({ id, stockQuantity }) =>
    Math.floor((Math.min(stockQuantity, mostUnits) - (others.get(id) ?? 0)) / (each.get(id) ?? 1)),
  )
  return Math.max(0, Math.min(MAX_PER_LINE, ...rooms))
}

function asWanted({ key, product, quantity, picks }: PricedCartLine): WantedLine {
  const counts = picks.map((pick) => ({ productId: pick.product.id, count: pick.count }))
  return { key, productId: product.id, quantity, picks: counts }
}
