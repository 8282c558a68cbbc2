import type { Product } from '#shop/catalogue/product.ts'
import { listProducts, listReviews } from '#shop/catalogue/products.read.ts'
import type { Db } from '#shop/ctx.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

type Box = {
  product: Product
  reviews: ShownReview[]
  /** True when all reviews in the rating were written for demonstration. */
  isDemo: boolean
}

/** The hydration products on sale in the order of the shelf, each with its newest reviews. */
export async function loadBoxes(db: Db): Promise<Box[]> {
  const products = (await listProducts(db)).filter(({ category }) => category === 'hydration')
  return Promise.all(
    products.map(async (product) => {
      const reviews = await listReviews(db, product.id, 20)
      return { product, reviews, isDemo: isDemoRating(reviews) }
    }),
  )
}

/** True when a rating is shown that contains no customer's review. */
export function isDemoRating(reviews: readonly Pick<ShownReview, 'isSeed'>[]): boolean {
  return reviews.length > 0 && reviews.every((review) => review.isSeed)
}
