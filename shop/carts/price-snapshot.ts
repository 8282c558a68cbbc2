import type { PricedLine } from '#shop/carts/priced-cart.ts'
import { type Sellable, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, type Money, paise } from '#shop/kernel/money.ts'

/** By catalogue number. `left`: units in stock. */
export type PriceSnapshot = Readonly<Record<number, { price: Money; left: number }>>

type PricedProduct = Pick<Sellable, 'number' | 'price' | 'discountPrice' | 'stockQuantity'>

/** More than any order may contain, so larger stock need not be exact. */
const PLENTY = 99_999

function entryOf(product: PricedProduct): PriceSnapshot[number] {
  return { price: unitPrice(product), left: Math.min(product.stockQuantity, PLENTY) }
}

export function snapshotAll(products: readonly PricedProduct[]): PriceSnapshot {
  return Object.fromEntries(products.map((product) => [product.number, entryOf(product)]))
}

/** Returns a snapshot of these products: the values seen earlier, or the current values if not seen yet. */
export function snapshotNew(seen: PriceSnapshot, products: readonly PricedProduct[]): PriceSnapshot {
  return Object.fromEntries(
    products.map((product) => [product.number, seen[product.number] ?? entryOf(product)]),
  )
}

/** Returns '2.27900.40_3.28900.7': number, price in paise, units in stock. */
export function serializeSnapshot(seen: PriceSnapshot): string {
  return Object.entries(seen)
    .map(([number, { price, left }]) => `${number}.${price}.${left}`)
    .join('_')
}

const ENTRY = /^(\d{1,9})\.(\d{1,12})\.(\d{1,6})$/

/** Leaves out malformed entries. */
export function parseSnapshot(text: string): PriceSnapshot {
  const entries = text.split('_', 500).flatMap((part) => {
    const [, number, price, left] = ENTRY.exec(part) ?? []
    return number ? [[Number(number), { price: paise(Number(price)), left: Number(left) }] as const] : []
  })
  return Object.fromEntries(entries)
}

export function changeNote({ product, quantity, unitPrice: now, problem }: PricedLine, seen: PriceSnapshot) {
  const earlier = seen[product.number]
  if (!earlier) return null
  const notes: string[] = []
  if (earlier.price !== now) notes.push(`It was ${formatPrice(earlier.price)} when you last looked.`)
  const wasEnough = earlier.left >= quantity
  const isShort = problem === 'out_of_stock' || problem === 'too_few_left'
  if (isShort && wasEnough && product.stockQuantity < quantity)
    notes.push('There was enough when you last looked.')
  if (!isShort && !wasEnough) notes.push('There is enough again since you last looked.')
  return notes.length > 0 ? notes.join(' ') : null
}
