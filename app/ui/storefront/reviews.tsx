import { Badge } from '#app/ui/kit/badge.tsx'
import { Rating } from '#app/ui/storefront/rating.tsx'
import { formatDay } from '#shop/kernel/time.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

type ReviewsProps = { rating: number | null; reviewCount: number; reviews: ShownReview[] }

/** What people wrote. Reviews that the shop itself wrote for demonstration say so. */
export function Reviews({ rating, reviewCount, reviews }: ReviewsProps) {
  return (
    <section className="product-reviews" aria-labelledby="reviews-title">
      <div>
        <h2 id="reviews-title" className="display text-2xl">
          Reviews
        </h2>
        <div className="mt-3">
          <Rating rating={rating} reviewCount={reviewCount} />
        </div>
        {reviews.length === 0 && (
          <p className="mt-3 text-ink-soft">Customers who have received it can write the first one.</p>
        )}
      </div>
      {reviews.length > 0 && (
        <ul>
          {reviews.map((review) => (
            <Review key={review.id} review={review} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Review({ review }: { review: ShownReview }) {
  return (
    <li className="product-review">
      <p>{review.summary}</p>
      <p className="product-review-by">
        <b>{review.authorName}</b>
        <span className="numeric">{review.rating} out of 5</span>
        <time dateTime={review.createdAt.toISOString()}>{formatDay(review.createdAt)}</time>
        {review.isSeed && <Badge dot={false}>Demonstration review</Badge>}
        {review.verified && (
          <Badge tone="positive" dot={false}>
            Verified purchase
          </Badge>
        )}
      </p>
    </li>
  )
}
