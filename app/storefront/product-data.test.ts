import { expect, it } from 'vitest'
import { toPicks } from '#app/storefront/product-data.ts'
import { SAMPLE_PRODUCTS } from '#tests/sample-products.ts'

it('has the cuisine and the region of each tastemaker', () => {
  const picks = toPicks(SAMPLE_PRODUCTS)
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
