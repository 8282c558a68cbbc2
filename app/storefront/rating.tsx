import { Icon } from '#app/kit/icon.tsx'

/** '4.3 out of 5, 3 reviews', or that there are none yet. */
export function Rating({ rating, reviewCount }: { rating: number | null; reviewCount: number }) {
  if (rating === null || reviewCount === 0) return <p className="text-sm text-ink-soft">No reviews yet</p>
  return (
    <p className="product-rating text-sm">
      <Icon name="star" size="s" className="product-rating-star" />
      <span className="numeric">
        <b>{rating}</b> out of 5
      </span>
      <span className="text-ink-soft">
        {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}
      </span>
    </p>
  )
}
