/** Price and stock of a cart's products as the customer last saw them, so that a change can be told quietly. */
import type { PricedCartLine } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, type Money, paise } from '#shop/kernel/money.ts'

/** By catalogue number: unit price, and how many were on the shelf. */
export type PriceSnapshot = Readonly<Record<number, { price: Money; left: number }>>

type Looked = Pick<Sellable, 'number' | 'price' | 'discountPrice' | 'stockQuantity'>

/** More than anybody orders is as good as plenty. */
const PLENTY = 99_999

function asSeen(product: Looked): PriceSnapshot[number] {
  return { price: unitPrice(product), left: Math.min(product.stockQuantity, PLENTY) }
}

/** These products as they are now. */
export function snapshotAll(products: readonly Looked[]): PriceSnapshot {
  return Object.fromEntries(products.map((product) => [product.number, asSeen(product)]))
}

/** What was seen of these products before; one that is new in the cart counts as seen now, others are forgotten. */
export function snapshotNew(seen: PriceSnapshot, products: readonly Looked[]): PriceSnapshot {
  return Object.fromEntries(
    products.map((product) => [product.number, seen[product.number] ?? asSeen(product)]),
  )
}

/** '2.27900.40_3.28900.7': number, price in paise, units left; in the characters a cookie may hold. */
export function serializeSnapshot(seen: PriceSnapshot): string {
  return Object.entries(seen)
    .map(([number, { price, left }]) => `${number}.${price}.${left}`)
    .join('_')
}

const ENTRY = /^(\d{1,9})\.(\d{1,12})\.(\d{1,6})$/

/** Reads what writeSeen wrote; what makes no sense is left out. */
export function parseSnapshot(text: string): PriceSnapshot {
  const entries = text.split('_', 500).flatMap((part) => {
    const [, number, price, left] = ENTRY.exec(part) ?? []
    return number ? [[Number(number), { price: paise(Number(price)), left: Number(left) }] as const] : []
  })
  return Object.fromEntries(entries)
}

/** What is different about a line since it was last seen; null when nothing is. */
export function changeNote(
  { product, quantity, unitPrice: now, problem }: PricedCartLine,
  seen: PriceSnapshot,
) {
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
