import { type PageReview, toPageReview } from '#app/storefront/product-data.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { listProducts, listReviews } from '#shop/catalogue/products.read.ts'
import type { Db } from '#shop/ctx.ts'

type Box = {
  product: Product
  reviews: PageReview[]
}

/** The hydration products on sale in the order of the shelf, each with its newest reviews. */
export async function loadBoxes(db: Db): Promise<Box[]> {
  const products = (await listProducts(db)).filter(({ category }) => category === 'hydration')
  return Promise.all(
    products.map(async (product) => {
      const reviews = await listReviews(db, product.id, 20)
      return { product, reviews: reviews.map(toPageReview) }
    }),
  )
}
