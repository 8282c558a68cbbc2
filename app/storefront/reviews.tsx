import { useEffect, useRef } from 'react'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { reviewPath } from '#app/kit/paths.ts'
import { Badge } from '#app/kit/status.tsx'
import type { PageReview } from '#app/storefront/product-data.ts'
import { ReviewAnswer } from '#app/storefront/review-answer.tsx'
import type { Product } from '#shop/catalogue/product.ts'

type ReviewsProps = {
  product: Pick<Product, 'id'> & ProductRating
  reviews: PageReview[]
  /** True if the visitor has just written a review. */
  isReviewed: boolean
}

export function Reviews({ product, reviews, isReviewed }: ReviewsProps) {
  const canWrite = useCanOpen()(reviewPath(product))
  return (
    <section id="reviews" className="product-reviews" aria-labelledby="reviews-title">
      <div>
        <h2 id="reviews-title" className="display text-2xl">
          Reviews
        </h2>
        <div className="mt-3">
          <Rating product={product} />
        </div>
        {canWrite && (
          <>
            <p className="mt-3 text-ink-soft">
              {reviews.length === 0
                ? 'If it has been delivered to you, yours can be the first. A line or two helps the next customer.'
                : 'Customers who have received it can add theirs.'}
            </p>
            <ButtonLink to={reviewPath(product)} look="line" size="sm" icon="pencil" className="mt-4">
              Write a review
            </ButtonLink>
          </>
        )}
      </div>
      {reviews.length > 0 && (
        <div>
          {isReviewed && <Thanks />}
          <ul>
            {reviews.map((review) => (
              <Review key={review.id} review={review} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** Thanks for a review. It takes the focus, so that screen readers announce it and Tab continues from here. */
function Thanks() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Banner tone="positive" title="Thank you for your review.">
        It’s now here for everyone to read. You can change it at any time.
      </Banner>
    </div>
  )
}

function Review({ review }: { review: PageReview }) {
  return (
    <li className="product-review">
      <p className="whitespace-pre-line">{review.summary}</p>
      <p className="product-review-by">
        <b>{review.authorName}</b>
        <span className="numeric">{review.rating} out of 5</span>
        <time dateTime={review.at}>{review.day}</time>
        {review.isSeed && <Badge dot={false}>Demonstration review</Badge>}
        {review.verified && (
          <Badge tone="positive" dot={false}>
            Verified purchase
          </Badge>
        )}
      </p>
      <ReviewAnswer answer={review.answer} />
    </li>
  )
}

type ProductRating = Pick<Product, 'rating' | 'reviewCount' | 'isSampleRating'>

/** The rating in words: '4.3 out of 5, 3 reviews (demonstration)', or 'No reviews yet'. */
export function Rating({ product: { rating, reviewCount, isSampleRating } }: { product: ProductRating }) {
  if (rating === null || reviewCount === 0) return <p className="text-sm text-ink-soft">No reviews yet</p>
  return (
    <p className="product-rating text-sm">
      <Icon name="star" size="s" className="product-rating-star" />
      <span className="numeric">
        <b>{rating}</b> out of 5
      </span>
      <span className="text-ink-soft">
        {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}
        {isSampleRating && ' (demonstration)'}
      </span>
    </p>
  )
}
