import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import type { Product } from '#shop/catalogue/product.ts'

const UNREVIEWED = { rating: null, reviewCount: 0, isBestseller: false, isSampleRating: false }

/** The products of the demonstration as the shop reads them: on sale and without a review. */
export const SAMPLE_PRODUCTS: Product[] = SEED_PRODUCTS.map((product) => ({
  ...{ ...product, ...UNREVIEWED },
  ...{ isActive: true, version: 1, createdAt: new Date(0) },
}))

export function sampleProduct(slug: string): Product {
  const product = SAMPLE_PRODUCTS.find((each) => each.slug === slug)
  if (!product) throw new Error(`no sample product ${slug}`)
  return product
}
