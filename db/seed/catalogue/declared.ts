import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { emptyOf } from '#shop/field.ts'
import { wholeRupeesUp } from '#shop/kernel/money.ts'
import { withTax } from '#shop/kernel/tax.ts'
import type { SeedProduct } from './seed-product.ts'

/** Groups of the demonstration, by what they make. */
const MAKERS: Record<SeedProduct['category'], string> = {
  'meal-mix': 'Nandini Mahila Self-Help Group, Dharwad, Karnataka 580001',
  tastemakers: 'Pragati Mahila Self-Help Group, Kolhapur, Maharashtra 416001',
  biodegradable: 'Annapurna Mahila Self-Help Group, Jagdalpur, Bastar, Chhattisgarh 494001',
  bundles: 'Nandini Mahila Self-Help Group, Dharwad, Karnataka 580001',
  hydration: 'Ujjwala Mahila Self-Help Group, Jhansi, Uttar Pradesh 284001',
}

/** An impossible number: a demonstration has no licence. */
const SAMPLE_LICENCE = '00000000000000'

/** A seeded product with what its label declares. The MRP is the price with tax, rounded up to the rupee. */
export function declared(product: SeedProduct) {
  const { price, category, nutrition } = product
  return {
    ...emptyOf(PRODUCT_FIELDS),
    ...product,
    mrp: wholeRupeesUp(withTax(price)),
    maker: MAKERS[category],
    fssaiLicence: nutrition ? SAMPLE_LICENCE : null,
  }
}
