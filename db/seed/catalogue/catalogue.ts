/** The demonstration's catalogue: numbers 1 to 9 are mixes, 10 to 29 tastemakers to pick, 30 and up all others. */

import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { emptyOf } from '#shop/field.ts'
import { wholeRupeesUp } from '#shop/kernel/money.ts'
import { withTax } from '#shop/kernel/tax.ts'
import { BIODEGRADABLE } from './biodegradable.ts'
import { BUNDLES } from './bundles.ts'
import { HYDRATION } from './hydration.ts'
import { MEAL_MIXES } from './meal-mixes.ts'
import { SEED_REVIEWS, type SeedReview } from './reviews.ts'
import type { SeedProduct } from './seed-product.ts'
import { AMERICAN_TASTEMAKERS } from './tastemakers-american.ts'
import { INDIAN_TASTEMAKERS } from './tastemakers-indian.ts'
import { INTERNATIONAL_TASTEMAKERS } from './tastemakers-international.ts'
import { SWEET_TASTEMAKERS } from './tastemakers-sweet.ts'
import { TURMERIC_JAR } from './turmeric-jar.ts'

/** The demonstration's groups, by the category they make. */
const MAKERS: Record<SeedProduct['category'], string> = {
  'meal-mix': 'Nandini Mahila Self-Help Group, Dharwad, Karnataka 580001',
  tastemakers: 'Pragati Mahila Self-Help Group, Kolhapur, Maharashtra 416001',
  biodegradable: 'Annapurna Mahila Self-Help Group, Jagdalpur, Bastar, Chhattisgarh 494001',
  bundles: 'Nandini Mahila Self-Help Group, Dharwad, Karnataka 580001',
  hydration: 'Ujjwala Mahila Self-Help Group, Jhansi, Uttar Pradesh 284001',
}

/** An invalid number, because the demonstration has no licence. */
const SAMPLE_LICENCE = '00000000000000'

export type { SeedReview }
export { SEED_REVIEWS }

const PRODUCT_TEXTS: readonly SeedProduct[] = [
  ...MEAL_MIXES,
  ...INDIAN_TASTEMAKERS,
  ...INTERNATIONAL_TASTEMAKERS,
  ...AMERICAN_TASTEMAKERS,
  ...SWEET_TASTEMAKERS,
  TURMERIC_JAR,
  ...BIODEGRADABLE,
  ...BUNDLES,
  ...HYDRATION,
]

export const SEED_PRODUCTS = PRODUCT_TEXTS.map(withDeclarations)

/** Adds the label's declarations to a product. The MRP is the price with tax, rounded up to the rupee. */
function withDeclarations(product: SeedProduct) {
  const { price, category, nutrition } = product
  return {
    ...emptyOf(PRODUCT_FIELDS),
    ...product,
    mrp: wholeRupeesUp(withTax(price, { prices: 'flat', defaultRate: 1800 })),
    maker: MAKERS[category],
    fssaiLicence: nutrition ? SAMPLE_LICENCE : null,
  }
}
