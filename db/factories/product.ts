import { PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { insertProduct } from '#shop/catalogue/products.sql.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import type { Db } from '#shop/ctx.ts'
import { emptyOf } from '#shop/field.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { rupees, times, wholeRupeesUp } from '#shop/kernel/money.ts'
import { withTax } from '#shop/kernel/tax.ts'

export type ProductFields = Partial<ProductContent> & {
  id?: string
  number?: number
  isActive?: boolean
  stockQuantity?: number
}

let productCount = 0

/** Inserts a complete product; `fields` override its values. Throws if it exists already. */
export async function makeProduct(db: Db, fields: ProductFields = {}, now = new Date()): Promise<string> {
  const id = await seedProduct(db, fields, now)
  if (id === null) throw new Error('the product exists already')
  return id
}

/** Like `makeProduct`, but returns null if the product exists already. */
export async function seedProduct(db: Db, fields: ProductFields, now: Date): Promise<string | null> {
  productCount += 1
  const { stockQuantity = 100, ...content } = fields
  const price = fields.price ?? DEFAULTS.price
  const id = await insertProduct(db, {
    ...DEFAULTS,
    // High enough for tests that raise the price.
    mrp: wholeRupeesUp(withTax(times(price, 2), { prices: 'flat', defaultRate: 1800 })),
    name: `Product ${productCount}`,
    slug: `product-${productCount}-${process.pid}`,
    ...content,
    createdAt: now,
  })
  if (id === null) return null
  const opening = { reason: 'opening', orderId: null, actorId: null, now } as const
  await moveStock(db, { units: new Map([[id, stockQuantity]]), ...opening })
  return id
}

const DEFAULTS: Omit<ProductContent, 'name' | 'slug' | 'mrp'> = {
  ...emptyOf(PRODUCT_FIELDS),
  category: 'meal-mix',
  price: rupees(100),
  shortDescription: 'A mix.',
  description: 'A mix of millets.',
  imageUrls: ['/illustrations/mix-ragi.svg'],
  ingredients: ['Finger millet'],
  usageInstructions: ['Cook it.'],
  allergens: [NO_KNOWN_ALLERGENS],
  netQuantity: '600 g',
  shelfLife: '9 months',
  maker: 'A group, Dharwad, Karnataka',
  fssaiLicence: '10000000000001',
  hsnCode: '1904',
}
