import { expect, it } from 'vitest'
import { toPageProduct, toPicks } from '#app/storefront/product-data.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import type { Field } from '#shop/field.ts'
import { SAMPLE_PRODUCTS, sampleProduct } from '#tests/sample-products.ts'

it('has a description and a region for each tastemaker', () => {
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

it('has a row for each product field with a page label, unless its value is empty', () => {
  const declared = Object.entries(PRODUCT_FIELDS).flatMap(
    ([key, field]: [string, Field & { page?: string }]) => (field.page ? [{ key, label: field.page }] : []),
  )
  const values = Object.fromEntries(declared.map(({ key }) => [key, `the ${key}`]))
  expect(toPageProduct({ ...sampleProduct('ragi-mix'), ...values }).rows).toEqual(
    declared.map(({ key, label }) => ({ label, value: `the ${key}` })),
  )
  const empty = Object.fromEntries(declared.map(({ key }) => [key, null]))
  expect(toPageProduct({ ...sampleProduct('ragi-mix'), ...empty }).rows).toEqual([])
})
