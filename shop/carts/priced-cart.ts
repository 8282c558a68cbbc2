/** A cart with the server's prices and stock: what cart page, checkout, API and order placement all work from. */
import { type Cart, lineKey, unitsMessage } from '#shop/carts/cart.ts'
import { mixName } from '#shop/carts/mix.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { unitPrice } from '#shop/catalogue/product.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import { type Discounted, type Discounts, discounted } from '#shop/pricing/discounts.ts'
import { lineTotal } from '#shop/pricing/quote.ts'

/** Somebody wants `quantity` of a product, each with these picks. */
export type WantedLine = { key: string; productId: string; quantity: number; picks: WantedPick[] }
export type WantedPick = { productId: string; count: number }

export type LineProblem = 'not_sold' | 'out_of_stock' | 'too_few_left' | 'too_many' | 'wrong_picks'

/** The shop's terms that a cart is priced with. `mostUnits`: of one product in one order, picks included. */
export type CartTerms = { shipping: ShippingPolicy; mostUnits: number }

export type PricedCartLine = {
  key: string
  product: Sellable
  name: string
  quantity: number
  unitPrice: Money
  lineTotal: Money
  picks: { product: Sellable; count: number }[]
  problem: LineProblem | null
  message: string | null
}

export type PricedCart = Discounted & {
  lines: PricedCartLine[]
  /** Lines whose product is no longer sold: they cost nothing and only wait to be taken out. */
  gone: string[]
  canCheckOut: boolean
}

/** The lines of a cart cookie by product id. A number that no product carries keeps its number as its id. */
export function wantedLines(cart: Cart, products: readonly Pick<Sellable, 'id' | 'number'>[]): WantedLine[] {
  const idOf = new Map(products.map((product) => [product.number, product.id]))
  const id = (number: number) => idOf.get(number) ?? `${number}`
  return cart.map((line) => ({
    key: lineKey(line),
    productId: id(line.number),
    quantity: line.quantity,
    picks: Object.entries(line.picks).map(([number, count]) => ({ productId: id(Number(number)), count })),
  }))
}

/** A list of ids, one per packet, as counts. */
export function pickCounts(ids: readonly string[]): WantedPick[] {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([productId, count]) => ({ productId, count }))
}

/**
 * How many units of each product the lines take in all: a mix's picks draw on the tastemakers' own stock, so one
 * product may be wanted by several lines.
 */
export function unitsRequested(lines: readonly WantedLine[]): Map<string, number> {
  const units = new Map<string, number>()
  const want = (id: string, count: number) => units.set(id, (units.get(id) ?? 0) + count)
  for (const line of lines) {
    want(line.productId, line.quantity)
    for (const pick of line.picks) want(pick.productId, pick.count * line.quantity)
  }
  return units
}

/**
 * Prices the lines against the products as they are now, with the best of the discounts, and says what stands in the
 * way of each.
 */
export function priceCart(
  lines: readonly WantedLine[],
  products: readonly Sellable[],
  { shipping, mostUnits }: CartTerms,
  discounts: Discounts,
): PricedCart {
  const byId = new Map(products.map((product) => [product.id, product]))
  const units = unitsRequested(lines)
  const priced = lines.flatMap((line) => priceLine(line, byId, units, mostUnits) ?? [])
  const gone = lines.filter((line) => !byId.has(line.productId)).map((line) => line.key)
  const offered = priced.map((line) => ({
    ...line,
    name: line.product.name,
    category: line.product.category,
  }))
  return {
    lines: priced,
    gone,
    ...discounted(offered, shipping, discounts),
    canCheckOut: priced.length > 0 && gone.length === 0 && priced.every((line) => line.problem === null),
  }
}

function priceLine(
  line: WantedLine,
  byId: ReadonlyMap<string, Sellable>,
  units: ReadonlyMap<string, number>,
  mostUnits: number,
): PricedCartLine | null {
  const product = byId.get(line.productId)
  if (!product) return null
  const picks = line.picks.flatMap(({ productId, count }) => {
    const picked = byId.get(productId)
    return picked ? [{ product: picked, count }] : []
  })
  const each = unitPrice(product)
  return {
    key: line.key,
    product,
    name: line.picks.length > 0 ? mixName(product.name, product.tastemakerPicks) : product.name,
    quantity: line.quantity,
    unitPrice: each,
    lineTotal: lineTotal({ unitPrice: each, quantity: line.quantity }),
    picks,
    ...problemOf(line, product, picks, units, mostUnits),
  }
}

function problemOf(
  line: WantedLine,
  product: Sellable,
  picks: { product: Sellable; count: number }[],
  units: ReadonlyMap<string, number>,
  mostUnits: number,
): { problem: LineProblem | null; message: string | null } {
  if (picks.length < line.picks.length) {
    return { problem: 'not_sold', message: 'A tastemaker of this mix is no longer sold. Choose again.' }
  }
  if (!hasRightPicks(product, picks)) {
    return {
      problem: 'wrong_picks',
      message: `Choose exactly ${product.tastemakerPicks} tastemakers for this.`,
    }
  }
  const taken = [product, ...picks.map((pick) => pick.product)]
  const wanted = ({ id }: Sellable) => units.get(id) ?? 0
  const short = taken.find((one) => one.stockQuantity < Math.min(wanted(one), mostUnits))
  if (short && short.stockQuantity <= 0)
    return { problem: 'out_of_stock', message: `${short.name} is out of stock.` }
  if (short)
    return { problem: 'too_few_left', message: `Only ${short.stockQuantity} of ${short.name} left in stock.` }
  const beyond = taken.find((one) => wanted(one) > mostUnits)
  return beyond
    ? { problem: 'too_many', message: unitsMessage(beyond.name, mostUnits) }
    : { problem: null, message: null }
}

function hasRightPicks(product: Sellable, picks: { product: Sellable; count: number }[]): boolean {
  const picked = picks.reduce((sum, pick) => sum + pick.count, 0)
  return picked === product.tastemakerPicks && picks.every((pick) => pick.product.isPick)
}
