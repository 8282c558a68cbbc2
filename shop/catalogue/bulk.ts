/** Changes many products by an uploaded sheet or for ticked rows. The page displays changes before they are applied. */
import { z } from 'zod'
import {
  contentRefusal,
  declarationName,
  type Label,
  missingMessage,
  PRICES,
} from '#shop/catalogue/declarations.ts'
import type { ListChange } from '#shop/catalogue/listing.ts'
import { MAX_PRICE, MAX_STOCK, PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { type Field, fromText, isNullable, snakeCase, toText } from '#shop/field.ts'
import { type ShelfLevel, unitsOnShelf } from '#shop/inventory/stock.ts'
import { toCsv } from '#shop/kernel/csv.ts'
import {
  type CsvFile,
  cellProblem,
  cellSentence,
  columnLabel,
  findColumns,
  repeatedColumn,
  unreadColumns,
} from '#shop/kernel/csv-file.ts'
import { type Money, paise, toRupees } from '#shop/kernel/money.ts'
import { policyAt, type TaxPolicy, type TaxRate } from '#shop/kernel/tax.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { numberIn, rupeesIn } from '#shop/kernel/typed-number.ts'

type AllFields = typeof PRODUCT_FIELDS
export type SheetField = {
  [Key in keyof AllFields]: AllFields[Key] extends { sheet: string } ? Key : never
}[keyof AllFields]

export const SHEET_FIELDS = (Object.keys(PRODUCT_FIELDS) as (keyof AllFields)[]).filter(
  (key): key is SheetField => 'sheet' in PRODUCT_FIELDS[key],
)

/** Archived products are not in the sheet. */
const SHEET_STATUSES = ['active', 'inactive'] as const
type SheetStatus = (typeof SHEET_STATUSES)[number]

export function sheetStatus({ isActive }: { isActive: boolean }): SheetStatus {
  return isActive ? 'active' : 'inactive'
}

/**
 * A product is found by its id, or by its slug where the id is empty. `on_shelf_read`: the level at the
 * download. `set_aside` is not read.
 */
export const BULK_COLUMNS = [
  ...['id', 'slug', 'name'],
  ...SHEET_FIELDS.map(snakeCase),
  ...['status', 'on_shelf', 'set_aside', 'on_shelf_read'],
]

/** A column that the sheet lacks is undefined. */
export type BulkRow = { line: number; [column: string]: string | number | undefined }

export type BulkProduct = ShelfLevel &
  Label & { id: string; isActive: boolean } & Pick<ProductContent, SheetField | 'slug' | 'name'> & {
    /** The GST rate today; null for the default. */
    rate: TaxRate | null
  }

type Step<Value> = { from: Value; to: Value }
type FieldSteps = { [Key in SheetField]: Step<ProductContent[Key]> | null }

/** Null for unchanged fields. `stock`: units on the shelf. */
export type BulkChange = {
  id: string
  name: string
  status: Step<SheetStatus> | null
  stock: Step<number> | null
} & FieldSteps

/** `line`: null for a ticked product, which the message names. */
export type BulkProblem = { line: number | null; message: string }
export type BulkPlan = { changes: BulkChange[]; problems: BulkProblem[] }

export const MAX_BULK_ROWS = 2000

/** `rows`: rows without a problem. `unread`: columns that are not read. */
export type BulkRows = { rows: BulkRow[]; problems: BulkProblem[]; unread: string[] }

/** Reads an uploaded sheet, or returns the problem of its first line. */
export function readBulkRows(file: CsvFile): BulkRows | string {
  const { headings } = file
  const repeated = repeatedColumn(headings, BULK_COLUMNS)
  if (repeated) return repeated
  const columns = BULK_COLUMNS.flatMap((name) => findColumns(headings, [name]).map((at) => ({ name, at })))
  if (!columns.some(({ name }) => name === 'id' || name === 'slug'))
    return 'The first line must name the columns, and one of them must be id or slug.'
  const places = columns.map(({ at }) => at)
  const result: BulkRows = { rows: [], problems: [], unread: unreadColumns(file, places).map(columnLabel) }
  for (const row of file.rows) {
    const problem = cellProblem(headings, row, places)
    const texts = Object.fromEntries(columns.map(({ name, at }) => [name, row.cells[at]]))
    if (problem) result.problems.push({ line: row.line, message: cellSentence(problem) })
    else result.rows.push({ line: row.line, ...texts })
  }
  return result
}

export function bulkCsv(products: readonly BulkProduct[]): string {
  return toCsv([BULK_COLUMNS, ...products.map(toSheetRow)])
}

function toSheetRow(product: BulkProduct): (string | number | null)[] {
  const { id, slug, name, setAside } = product
  const cells = SHEET_FIELDS.map((key) => cellOf(PRODUCT_FIELDS[key], product[key]))
  const stock = [unitsOnShelf(product), setAside, unitsOnShelf(product)]
  return [id, slug, name, ...cells, sheetStatus(product), ...stock]
}

function cellOf({ kind }: Field, value: unknown): string | number | null {
  if (value === null) return null
  if (kind === 'amount') return toRupees(value as Money)
  return typeof value === 'number' ? value : toText(kind, value)
}

/**
 * Plans the changes of a sheet. An empty cell clears a nullable field only. An unedited stock level is ignored; an
 * edited one is refused if the shelf differs from `on_shelf_read`.
 */
export function planBulk(
  products: readonly BulkProduct[],
  { headings, rows }: { headings: readonly string[]; rows: readonly BulkRow[] },
  taxes: TaxPolicy,
): BulkPlan {
  const plan: BulkPlan = { changes: [], problems: [] }
  const seen = new Set<string>()
  for (const row of rows) {
    const { line } = row
    const problemIn = (column: string, message: string) => {
      const [at = -1] = findColumns(headings, [column])
      const label = at < 0 ? `“${column}”` : columnLabel({ heading: headings[at]?.trim() ?? '', at })
      plan.problems.push({ line, message: `${label}: ${message}` })
    }
    const key = textIn(row, 'id') ? 'id' : 'slug'
    const text = textIn(row, key) ?? ''
    const idOrSlug = key === 'id' ? text.toLowerCase() : text
    const product = products.find((candidate) => candidate[key] === idOrSlug)
    if (!product) {
      problemIn(key, `no product has ${quote(text)}.`)
      continue
    }
    const change = changeOf(product, row, taxes)
    if ('message' in change) problemIn(change.column, change.message)
    else if (seen.has(product.id)) problemIn(key, 'this product is listed twice.')
    else if (hasSteps(change)) plan.changes.push(change)
    if (!('message' in change)) seen.add(product.id)
  }
  return plan
}

function hasSteps({ id: _, name: __, ...steps }: BulkChange): boolean {
  return Object.values(steps).some((step) => step !== null)
}

/** Plans one change for ticked products. `value` as typed. */
export function planSelection(
  products: readonly BulkProduct[],
  { ids, change, value }: { ids: ReadonlySet<string>; change: ListChange; value: string },
  taxes: TaxPolicy,
): BulkPlan {
  const plan: BulkPlan = { changes: [], problems: [] }
  const selected = products.filter(({ id }) => ids.has(id))
  const left = ids.size - selected.length
  if (left > 0)
    plan.problems.push({ line: null, message: `Archived or deleted: ${pluralize(left, 'product')}.` })
  for (const product of selected) {
    const planned = changeOf(product, { line: 0, ...cellsOf(product, change, value.trim()) }, taxes)
    if ('message' in planned)
      plan.problems.push({ line: null, message: `${product.name}: ${planned.message}` })
    else if (hasSteps(planned)) plan.changes.push(planned)
  }
  return plan
}

/** Returns the cells of a sheet that would make the change. */
function cellsOf(product: BulkProduct, change: ListChange, value: string): Record<string, string> {
  const shelf = unitsOnShelf(product)
  const onShelf = (count: number) => ({
    on_shelf: Number.isNaN(count) ? value || '–' : String(count),
    on_shelf_read: String(shelf),
  })
  switch (change) {
    case 'activate':
    case 'deactivate':
      return { status: change === 'activate' ? 'active' : 'inactive' }
    case 'price':
      return { price: value || '–' }
    case 'percent':
      return scaledPrices(product, numberIn(value), value)
    case 'stock':
      return onShelf(numberIn(value) + product.setAside)
    case 'add':
      return onShelf(numberIn(value) + shelf)
  }
}

/** Scales price and discount price to whole paise. */
function scaledPrices({ price, discountPrice }: BulkProduct, percent: number, typed: string) {
  if (Number.isNaN(percent)) return { price: typed || '–' }
  const scale = (amount: Money) => String(toRupees(paise(Math.round((amount * (100 + percent)) / 100))))
  return { price: scale(price), ...(discountPrice !== null && { discount_price: scale(discountPrice) }) }
}

const quote = (text: string) => `“${text.slice(0, 40)}”`

/** Returns the text of a cell; undefined if the sheet lacks the column. */
function textIn(row: BulkRow, column: string): string | undefined {
  const cell = row[column]
  return cell === undefined ? undefined : String(cell).trim()
}

type CellError = { column: string; message: string }

function changeOf(product: BulkProduct, row: BulkRow, taxes: TaxPolicy): BulkChange | CellError {
  const values: Partial<Record<SheetField, unknown>> = {}
  for (const key of SHEET_FIELDS) {
    const column = snakeCase(key)
    const cell = textIn(row, column)
    const field: Field = PRODUCT_FIELDS[key]
    if (cell === undefined || (cell === '' && !isNullable(field))) continue
    const parsed = field.schema.safeParse(valueIn(field, cell))
    if (!parsed.success) return { column, message: `${quote(cell)} ${PRODUCT_FIELDS[key].sheet}.` }
    values[key] = parsed.data
  }
  const stock = stockOf(product, row)
  if (typeof stock !== 'number') return stock
  const status = textIn(row, 'status') || sheetStatus(product)
  if (!isSheetStatus(status))
    return { column: 'status', message: `${quote(status)} is neither active nor inactive.` }
  const after = { ...product, ...values, isActive: status === 'active' } as BulkProduct
  const pairs = SHEET_FIELDS.map((key) => [key, step(product[key], after[key])])
  const steps: FieldSteps = Object.fromEntries(pairs)
  const isPriced = PRICES.some((key) => steps[key])
  const refusal = contentRefusal(product, after, isPriced ? policyAt(taxes, after.rate) : null)
  if (refusal) return cellError(refusal, product)
  return {
    id: product.id,
    name: product.name,
    ...steps,
    status: step(sheetStatus(product), status),
    stock: step(unitsOnShelf(product), stock),
  }
}

function isSheetStatus(text: string): text is SheetStatus {
  return SHEET_STATUSES.some((status) => status === text)
}

function cellError(refusal: NonNullable<ReturnType<typeof contentRefusal>>, { isActive }: BulkProduct) {
  switch (refusal.reason) {
    case 'discount_not_below_price':
      return { column: 'discount_price', message: 'the discount price must be below the price.' }
    case 'above_mrp':
      return { column: 'price', message: 'the price with tax must not be above the MRP.' }
    case 'declarations_missing': {
      const [first] = refusal.missing
      if (!isActive || !first) return { column: 'status', message: missingMessage(refusal.missing) }
      return { column: snakeCase(first), message: `a product on sale needs its ${declarationName(first)}.` }
    }
  }
}

/** Texts may begin with the quote that the download puts before a formula. */
function valueIn(field: Field, cell: string): unknown {
  if (field.kind !== 'amount') return fromText(field, cell.replace(/^'(?=[=+\-@])/, ''))
  if (cell === '') return null
  const amount = rupeesIn(cell)
  return amount === null ? Number.NaN : toRupees(amount)
}

/** Returns the new level of the shelf, or the reason why it cannot be set. */
function stockOf(product: BulkProduct, row: BulkRow): number | CellError {
  const { name, setAside } = product
  const now = unitsOnShelf(product)
  const [newLevel, downloaded] = [levelIn(row, 'on_shelf'), levelIn(row, 'on_shelf_read')]
  const fail = (column: string, message: string): CellError => ({ column, message })
  for (const [column, count] of [
    ['on_shelf', newLevel],
    ['on_shelf_read', downloaded],
  ] as const)
    if (Number.isNaN(count))
      return fail(column, `${quote(textIn(row, column) ?? '')} is no whole number from 0 to ${MAX_STOCK}.`)
  if (newLevel === null || newLevel === downloaded || newLevel === now) return now
  if (downloaded === null)
    return fail(
      'on_shelf',
      `${name}: on_shelf_read is missing, the level from which ${newLevel} was counted. The stock is ${now} now.`,
    )
  if (newLevel < setAside)
    return fail('on_shelf', `${name}: orders to pack need ${setAside} units, and ${newLevel} were counted.`)
  if (downloaded === now) return newLevel
  return fail(
    'on_shelf',
    `${name}: the stock was ${downloaded} when the sheet was read and is ${now} now. Download the sheet again, so that nothing that was sold is put back.`,
  )
}

/** Null for an empty cell, NaN for a text that is not a stock level. */
function levelIn(row: BulkRow, column: string): number | null {
  const text = textIn(row, column) ?? ''
  if (text === '') return null
  const count = numberIn(text)
  return Number.isInteger(count) && count >= 0 && count <= MAX_STOCK ? count : Number.NaN
}

function step<Value>(from: Value, to: Value): Step<Value> | null {
  return JSON.stringify(from) === JSON.stringify(to) ? null : { from, to }
}

const money = z
  .number()
  .int()
  .min(0)
  .max(MAX_PRICE * 100)
  .transform(paise)
const stockLevel = z.number().int().min(0).max(MAX_STOCK)

function stepInput(field: Field) {
  const amount = isNullable(field) ? money.nullable() : money
  const value = field.kind === 'amount' ? amount : field.schema
  const asSent = (to: unknown) => (field.kind === 'amount' && to !== null ? toRupees(to as Money) : to)
  const to = value.refine((wanted) => field.schema.safeParse(asSent(wanted)).success)
  return z.object({ from: value, to }).nullable()
}

/** The displayed changes, sent back to be applied. */
export const bulkChangesInput = z
  .array(
    z.object({
      id: z.uuid(),
      name: z.string().max(200),
      ...(Object.fromEntries(SHEET_FIELDS.map((key) => [key, stepInput(PRODUCT_FIELDS[key])])) as unknown as {
        [Key in SheetField]: z.ZodType<FieldSteps[Key]>
      }),
      status: z.object({ from: z.enum(SHEET_STATUSES), to: z.enum(SHEET_STATUSES) }).nullable(),
      stock: z.object({ from: stockLevel, to: stockLevel }).nullable(),
    }),
  )
  .min(1)
  .max(2000)
