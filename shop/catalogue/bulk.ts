/** Many prices and stock levels at once: what a sheet would change, shown before it is done. */
import { isAboveMrp } from '#shop/catalogue/declarations.ts'
import { type Money, paise } from '#shop/kernel/money.ts'

/**
 * The columns of the sheet. A product is found by its id, or by its slug where the id is empty. `stock_read` is the level
 * when the sheet was downloaded: orders go on while somebody edits it.
 */
export const BULK_COLUMNS = [
  'id',
  'slug',
  'name',
  'price',
  'discount_price',
  'stock_quantity',
  'stock_read',
] as const
export type BulkColumn = (typeof BULK_COLUMNS)[number]

/** A row of the sheet as it was written; undefined for a column that the sheet does not have. */
export type BulkRow = { line: number } & Partial<Record<BulkColumn, string>>

export type BulkProduct = {
  id: string
  slug: string
  name: string
  price: Money
  discountPrice: Money | null
  stockQuantity: number
  mrp: Money | null
}

type Step<Value> = { from: Value; to: Value }

/** What changes of one product; null for what stays. */
export type BulkChange = {
  id: string
  name: string
  price: Step<Money> | null
  discountPrice: Step<Money | null> | null
  stock: Step<number> | null
}

export type BulkProblem = { line: number; message: string }
export type BulkPlan = { changes: BulkChange[]; problems: BulkProblem[] }

const MOST_RUPEES = 10_00_000
const MOST_STOCK = 10_00_000

/**
 * What a sheet would change. An empty price or stock cell leaves it as it is; an empty discount cell means no discount.
 * A stock that is still the one that was read is left alone, whatever orders took meanwhile; a changed one is refused
 * unless the level is still the one that was read. Rows that change nothing are left out.
 */
export function planBulk(products: readonly BulkProduct[], rows: readonly BulkRow[]): BulkPlan {
  const plan: BulkPlan = { changes: [], problems: [] }
  const seen = new Set<string>()
  for (const row of rows) {
    const product = find(products, row)
    const planned = product ? changeOf(product, row) : 'No product has this id or slug'
    if (typeof planned === 'string') plan.problems.push({ line: row.line, message: planned })
    else if (seen.has(planned.id))
      plan.problems.push({ line: row.line, message: 'This product stands here twice' })
    else if (planned.price || planned.discountPrice || planned.stock) plan.changes.push(planned)
    if (typeof planned !== 'string') seen.add(planned.id)
  }
  return plan
}

function find(products: readonly BulkProduct[], { id = '', slug = '' }: BulkRow): BulkProduct | undefined {
  const wanted = id.trim().toLowerCase()
  if (wanted) return products.find((product) => product.id === wanted)
  return products.find((product) => product.slug === slug.trim())
}

/** The change, or what is wrong with the row. */
function changeOf(product: BulkProduct, row: BulkRow): BulkChange | string {
  const price = amountIn(row.price)
  const discount = row.discount_price === undefined ? undefined : amountIn(row.discount_price)
  const stock = stockOf(product, row)
  if (price === 'wrong' || price === 0) return 'The price is no amount in rupees above 0'
  if (discount === 'wrong') return 'The discount price is no amount in rupees'
  if (typeof stock === 'string') return stock
  const newPrice = price ?? product.price
  const newDiscount = discount === undefined ? product.discountPrice : discount || null
  if (newDiscount !== null && newDiscount >= newPrice) return 'The discount price must be below the price'
  const steps = {
    price: step(product.price, newPrice),
    discountPrice: step(product.discountPrice, newDiscount),
  }
  const isPriced = steps.price !== null || steps.discountPrice !== null
  if (isPriced && isAboveMrp({ price: newPrice, discountPrice: newDiscount, mrp: product.mrp }))
    return 'The price with tax must not be above the MRP'
  return {
    id: product.id,
    name: product.name,
    ...steps,
    stock: step(product.stockQuantity, stock),
  }
}

/** The level that the row asks for, or why it cannot be set. */
function stockOf({ name, stockQuantity: now }: BulkProduct, row: BulkRow): number | string {
  const [wanted, read] = [wholeIn(row.stock_quantity), wholeIn(row.stock_read)]
  if (wanted === 'wrong') return 'The stock is no whole number from 0 up'
  if (read === 'wrong') return 'stock_read is no whole number from 0 up'
  if (wanted === null || wanted === read || wanted === now) return now
  if (read === null)
    return `${name}: stock_read is missing, the level from which ${wanted} was counted. The stock is ${now} now.`
  if (read === now) return wanted
  return `${name}: the stock was ${read} when the sheet was read and is ${now} now. Download the sheet again, so that nothing that was sold is put back.`
}

function step<Value>(from: Value, to: Value): Step<Value> | null {
  return from === to ? null : { from, to }
}

/** Rupees with at most two decimals, '₹' and grouping allowed; null for an empty cell. */
function amountIn(cell = ''): Money | null | 'wrong' {
  const text = cell.trim().replace(/^₹\s*/, '').replaceAll(',', '')
  if (text === '') return null
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) > MOST_RUPEES) return 'wrong'
  return paise(Math.round(Number(text) * 100))
}

function wholeIn(cell = ''): number | null | 'wrong' {
  const text = cell.trim().replaceAll(',', '')
  if (text === '') return null
  return /^\d{1,9}$/.test(text) && Number(text) <= MOST_STOCK ? Number(text) : 'wrong'
}
