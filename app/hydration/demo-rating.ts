import type { ShownReview } from '#shop/reviews/review.ts'

/** True when a rating is shown but no customer is behind it. */
export function isDemoRating(reviews: readonly Pick<ShownReview, 'isSeed'>[]): boolean {
  return reviews.length > 0 && reviews.every((review) => review.isSeed)
}
