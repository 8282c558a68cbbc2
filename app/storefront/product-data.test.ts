import { expect, it } from 'vitest'
import { toPageProduct, toPicks } from '#app/storefront/product-data.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { displayText, type Field } from '#shop/field.ts'
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
  const fields: [string, Field & { page?: string }][] = Object.entries(PRODUCT_FIELDS)
  const declared = fields.filter(([, { page }]) => page)
  const values = Object.fromEntries(declared.map(([key]) => [key, 12_050]))
  expect(toPageProduct({ ...sampleProduct('ragi-mix'), ...values }).rows).toEqual(
    declared.map(([, field]) => ({ label: field.page, value: displayText(field, 12_050) })),
  )
  const empty = Object.fromEntries(declared.map(([key]) => [key, null]))
  expect(toPageProduct({ ...sampleProduct('ragi-mix'), ...empty }).rows).toEqual([])
})
