/** What an admin sends about a product, in the form and by the API. */
import { z } from 'zod'
import { line, MAX_STOCK, PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { shapeOf } from '#shop/field.ts'

export const productShape = shapeOf(PRODUCT_FIELDS)

export const STOCK_REASONS = ['admin', 'made', 'counted', 'damaged', 'return'] as const
export type AdminStockReason = (typeof STOCK_REASONS)[number]

/** Sent with a change: what it was made from, and why the stock moves. */
const changeFields = {
  /** The version of the content that the change was made from. */
  version: z.number().int().min(1),
  /** The level that was shown when the new one was typed: the stock moves by the difference. */
  stockShown: z.number().int().min(0).max(MAX_STOCK),
  stockReason: z.enum(STOCK_REASONS, { error: 'Please say why the stock changes' }),
  stockNote: line(200),
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

/** The version that an API call may name, as the form does. */
export const versionField = changeFields.version

/** The slug of a name: lower-cased, spaces turned into hyphens, anything an address cannot show left out. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\s+/g, '-')
  return plain
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
}
