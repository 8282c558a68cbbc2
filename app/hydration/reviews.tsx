import { Link } from 'react-router'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { reviewPath } from '#app/kit/paths.ts'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { formatDay } from '#shop/kernel/time.ts'
import type { ShownReview } from '#shop/reviews/review.ts'
import { boxName } from './short-name.ts'

type Reviewed = { product: { id: string; name: string }; reviews: readonly ShownReview[] }

/** Reviews by buyers, newest first for each box; demonstration reviews are marked. */
export function Reviews({ boxes }: { boxes: readonly Reviewed[] }) {
  const isOpen = useIsOpen()
  return (
    <section id="reviews" className="bg-lake-200 py-section" aria-labelledby="reviews-title">
      <div className="wrap">
        <h2 id="reviews-title" className="display text-4xl">
          Reviews
        </h2>
        <div className="reviews-row">
          {boxes.map(({ product, reviews }) => (
            <div key={product.id}>
              <h3 className="mb-4 text-lg font-bold">{boxName(product.name)}</h3>
              {reviews.length === 0 && (
                <p className="max-w-read">
                  No reviews yet.
                  {isOpen(reviewPath(product)) && ' Had this box delivered? Write the first one.'}
                </p>
              )}
              <ul className="grid gap-4">
                {reviews.map((review) => (
                  <Review key={review.id} review={review} />
                ))}
              </ul>
              {isOpen(reviewPath(product)) && (
                <Link to={reviewPath(product)} className="link mt-3 inline-flex min-h-11 items-center">
                  <span>
                    Write a review<VisuallyHidden> of {product.name}</VisuallyHidden>
                  </span>
                </Link>
              )}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function Review({ review }: { review: ShownReview }) {
  return (
    <li className="review">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <b className="numeric">{review.rating} out of 5</b>
        {review.isSeed && (
          <Badge tone="info" dot={false}>
            Written for demonstration
          </Badge>
        )}
        {review.verified && <Badge tone="positive">Verified purchase</Badge>}
      </p>
      <p className="mt-2 text-lg font-semibold">{review.summary}</p>
      <p className="mt-3 text-sm text-ink-soft">
        {review.authorName},{' '}
        <time dateTime={review.createdAt.toISOString()}>{formatDay(review.createdAt)}</time>
      </p>
    </li>
  )
}
