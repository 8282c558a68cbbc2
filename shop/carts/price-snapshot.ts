/** Prices and stock that the customer last saw, so that pages can point out changes. */
import type { PricedLine } from '#shop/carts/priced-cart.ts'
import { type Sellable, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, type Money, paise } from '#shop/kernel/money.ts'

/** By catalogue number: unit price in paise, and units in stock. */
export type PriceSnapshot = Readonly<Record<number, { price: Money; left: number }>>

type Priced = Pick<Sellable, 'number' | 'price' | 'discountPrice' | 'stockQuantity'>

/** Above any order's limit, so that larger stock need not be stored exactly. */
const PLENTY = 99_999

function entryOf(product: Priced): PriceSnapshot[number] {
  return { price: unitPrice(product), left: Math.min(product.stockQuantity, PLENTY) }
}

/** The current prices and stock of these products. */
export function snapshotAll(products: readonly Priced[]): PriceSnapshot {
  return Object.fromEntries(products.map((product) => [product.number, entryOf(product)]))
}

/**
 * The earlier snapshot of these products, with current values for products new in the cart; other products are dropped.
 */
export function snapshotNew(seen: PriceSnapshot, products: readonly Priced[]): PriceSnapshot {
  return Object.fromEntries(
    products.map((product) => [product.number, seen[product.number] ?? entryOf(product)]),
  )
}

/** '2.27900.40_3.28900.7': number, price in paise, units in stock; in characters that a cookie allows. */
export function serializeSnapshot(seen: PriceSnapshot): string {
  return Object.entries(seen)
    .map(([number, { price, left }]) => `${number}.${price}.${left}`)
    .join('_')
}

const ENTRY = /^(\d{1,9})\.(\d{1,12})\.(\d{1,6})$/

/** Parses the text of `serializeSnapshot`; malformed entries are left out. */
export function parseSnapshot(text: string): PriceSnapshot {
  const entries = text.split('_', 500).flatMap((part) => {
    const [, number, price, left] = ENTRY.exec(part) ?? []
    return number ? [[Number(number), { price: paise(Number(price)), left: Number(left) }] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The customer's note about a line's changes since the snapshot; null when nothing changed. */
export function changeNote({ product, quantity, unitPrice: now, problem }: PricedLine, seen: PriceSnapshot) {
  const before = seen[product.number]
  if (!before) return null
  const notes: string[] = []
  if (before.price !== now) notes.push(`It was ${formatPrice(before.price)} when you last looked.`)
  const wasEnough = before.left >= quantity
  const isShort = problem === 'out_of_stock' || problem === 'too_few_left'
  if (isShort && wasEnough && product.stockQuantity < quantity)
    notes.push('There was enough when you last looked.')
  if (!isShort && !wasEnough) notes.push('There is enough again since you last looked.')
  return notes.length > 0 ? notes.join(' ') : null
}
