import { describe, expect, it } from 'vitest'
import { HYDRATION } from '#db/seed/catalogue/hydration.ts'
import type { ShownReview } from '#shop/reviews/review.ts'
import { boxData, isDemoRating } from './box-data.ts'

const SITE = { origin: 'https://shop.example', brand: 'Anaj' }

function review(rating: number, isSeed: boolean): ShownReview {
  return {
    id: `${rating}${isSeed}`,
    authorName: 'A',
    rating,
    summary: 'S',
    verified: !isSeed,
    isSeed,
    createdAt: new Date(0),
  }
}

function box(reviews: ShownReview[], stockQuantity = 5) {
  const seed = HYDRATION[0] ?? expect.fail()
  return {
    product: { ...seed, stockQuantity, isActive: true, createdAt: new Date(0), rating: null, reviewCount: 0 },
    reviews,
  }
}

describe('boxData', () => {
  it('states price in rupees, stock and absolute addresses', () => {
    const data = boxData(box([]), SITE)
    expect(data.offers).toMatchObject({
      price: 269,
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
    })
    expect(data.image[0]).toBe('https://shop.example/illustrations/replenish-box-mixed.svg')
    expect(boxData(box([], 0), SITE).offers.availability).toBe('https://schema.org/OutOfStock')
  })

  it('counts the reviews of customers only', () => {
    expect(boxData(box([review(5, true)]), SITE)).not.toHaveProperty('aggregateRating')
    const data = boxData(box([review(5, true), review(4, false), review(3, false)]), SITE)
    expect(data.aggregateRating).toMatchObject({ ratingValue: 3.5, reviewCount: 2 })
  })
})

it('calls a rating a demonstration only when no customer is behind it', () => {
  expect(isDemoRating([review(5, true)])).toBe(true)
  expect(isDemoRating([review(5, true), review(5, false)])).toBe(false)
  expect(isDemoRating([])).toBe(false)
})
