/** The boxes for search engines, as schema.org Products. */

import { isOutOfStock, type Product, unitPrice } from '#shop/catalogue/product.ts'
import { toRupees } from '#shop/kernel/money.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

type Box = { product: Product; reviews: readonly ShownReview[] }

/** `origin` without a trailing slash. Reviews written for demonstration are no reviews here. */
export function boxData({ product, reviews }: Box, { origin, brand }: { origin: string; brand: string }) {
  const real = reviews.filter((review) => !review.isSeed)
  const { id, name, shortDescription, imageUrls, slug } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description: shortDescription,
    sku: slug,
    image: imageUrls.map((url) => new URL(url, origin).href),
    brand: { '@type': 'Brand', name: brand },
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${id}`,
      priceCurrency: 'INR',
      price: toRupees(unitPrice(product)),
      availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
    },
    ...(real.length > 0 && { aggregateRating: meanRating(real) }),
  }
}

function meanRating(reviews: readonly ShownReview[]) {
  const sum = reviews.reduce((total, review) => total + review.rating, 0)
  return {
    '@type': 'AggregateRating',
    ratingValue: Math.round((sum / reviews.length) * 10) / 10,
    reviewCount: reviews.length,
  }
}

/** True when a rating is shown but no customer is behind it. */
export function isDemoRating(reviews: readonly Pick<ShownReview, 'isSeed'>[]): boolean {
  return reviews.length > 0 && reviews.every((review) => review.isSeed)
}
