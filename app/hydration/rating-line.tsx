import { Link } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import type { Product } from '#shop/catalogue/product.ts'

type RatingLineProps = {
  product: Pick<Product, 'rating' | 'reviewCount'>
  /** Every review behind the number was written for demonstration. */
  isDemo: boolean
}

/** The reviews in one line; a product without any says so instead of showing stars. */
export function RatingLine({ product: { rating, reviewCount }, isDemo }: RatingLineProps) {
  if (rating === null) return <p className="text-sm">No reviews yet</p>
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
      <Icon name="star" size="s" className="fill-current" />
      <Link to="/replenish#reviews" className="link">
        {rating} out of 5, {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}
      </Link>
      {isDemo && <span>(demonstration)</span>}
    </p>
  )
}
