import { expect, it } from 'vitest'
import { toPicks } from '#app/storefront/product-data.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'

it('has the cuisine and the region of each tastemaker', () => {
  const unreviewed = {
    isActive: true,
    version: 1,
    createdAt: new Date(0),
    rating: null,
    reviewCount: 0,
    isBestseller: false,
    isSampleRating: false,
  }
  const picks = toPicks(SEED_PRODUCTS.map((product) => ({ ...product, ...unreviewed })))
  expect(picks).toHaveLength(20)
  expect(picks).toContainEqual(
    expect.objectContaining({
      name: 'Garam Masala',
      shortDescription: 'Clove, black cardamom and a long warm finish.',
      region: 'Punjab',
    }),
  )
  for (const { shortDescription, region } of picks) {
    expect(shortDescription).not.toBe('')
    expect(region).toMatch(/./)
  }
})
