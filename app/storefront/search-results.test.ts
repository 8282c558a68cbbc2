import { expect, it } from 'vitest'
import { summaryOf } from '#app/storefront/search-results.tsx'

it('summarises the results in words', () => {
  expect(summaryOf('ragi', 2, 1)).toBe('2 products and 1 recipe for “ragi”')
  expect(summaryOf('idli', 0, 3)).toBe('3 recipes for “idli”')
  expect(summaryOf('xyz', 0, 0)).toBe('No products or recipes for “xyz”')
  expect(summaryOf('', 0, 0)).toMatch(/^Look for/)
})
