import type { RequestContext } from '#app/request/context.server.ts'
import { type PageReview, toPageReview } from '#app/storefront/product-data.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { listReviews } from '#shop/catalogue/products.read.ts'

type Box = {
  product: Product
  reviews: PageReview[]
}

export async function loadBoxes({
  ctx: { reads },
  products: onSale,
}: Pick<RequestContext, 'ctx' | 'products'>): Promise<Box[]> {
  const products = (await onSale.get()).filter(({ category }) => category === 'hydration')
  return Promise.all(
    products.map(async (product) => {
      const reviews = await listReviews(reads.catalogue, product.id, 20)
      return { product, reviews: reviews.map(toPageReview) }
    }),
  )
}
