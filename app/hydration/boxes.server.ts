import { hydrationProducts } from '#app/hydration/hydration-products.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { listProducts, listReviews } from '#shop/catalogue/products.read.ts'
import type { Db } from '#shop/ctx.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

export type Box = { product: Product; reviews: ShownReview[] }

/** The hydration line as it is sold now, each box with its newest reviews. */
export async function loadBoxes(db: Db): Promise<Box[]> {
  const products = hydrationProducts(await listProducts(db))
  return Promise.all(
    products.map(async (product) => ({ product, reviews: await listReviews(db, product.id, 20) })),
  )
}
