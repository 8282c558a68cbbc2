import { z } from 'zod'
import { line, MAX_STOCK, PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { shapeOf } from '#shop/field.ts'

export const productShape = shapeOf(PRODUCT_FIELDS)

export const STOCK_REASONS = ['admin', 'made', 'damaged', 'return'] as const

const changeFields = {
  version: z.number().int().min(1),
  /** The stock level that the form displayed. The stock changes by the difference from it. */
  stockShown: z.number().int().min(0).max(MAX_STOCK),
  stockReason: z.enum(STOCK_REASONS, { error: 'Please say why the stock changes' }),
  stockNote: line(200),
  /** Units counted on the shelf, including units set aside. Replaces `stockQuantity`. */
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

export const { version: versionField, onShelf: onShelfField } = changeFields

/** Returns a name in lower case with hyphens, without characters that URLs encode. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\s+/g, '-')
  return plain
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
}
