/** Input schemas of products, for the form and the API. */
import { z } from 'zod'
import { line, MAX_STOCK, PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { shapeOf } from '#shop/field.ts'

export const productShape = shapeOf(PRODUCT_FIELDS)

export const STOCK_REASONS = ['admin', 'made', 'damaged', 'return'] as const
export type AdminStockReason = (typeof STOCK_REASONS)[number]

/** Sent with a change: the state it is based on, and the reason of the stock movement. */
const changeFields = {
  /** The version of the content that the change is based on. */
  version: z.number().int().min(1),
  /** The displayed stock level: the stock changes by the difference to the new one. */
  stockShown: z.number().int().min(0).max(MAX_STOCK),
  stockReason: z.enum(STOCK_REASONS, { error: 'Please say why the stock changes' }),
  stockNote: line(200),
  /** The units that were counted on the shelf, those of open orders included; in place of `stockQuantity`. */
  onShelf: z.number().int().min(0).max(MAX_STOCK),
}

export const updateProductInput = z.object({ ...productShape, ...changeFields }).partial()
export type UpdateProductInput = z.infer<typeof updateProductInput>

const { name, price, category } = productShape
export const createProductInput = z.object({
  ...z.object(productShape).partial().shape,
  name,
  price,
  category,
})
export type CreateProductInput = z.infer<typeof createProductInput>

/** Optional in API requests: the version, and the counted units. */
export const { version: versionField, onShelf: onShelfField } = changeFields

/** The slug of a name: in lower case, with hyphens for spaces and without characters that URLs must encode. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\s+/g, '-')
  return plain
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
}
