import { describe, expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import {
  belongsTo,
  filterProducts,
  SHELF_FILTERS,
  shelfCounts,
  shelfFilter,
  shelfLabel,
} from '#shop/catalogue/shelf.ts'

describe('the product list', () => {
  it('has the filters in display order', () => {
    expect(SHELF_FILTERS.map((filter) => filter.label)).toEqual([
      'All Products',
      'Meal Mixes',
      'Indian Regional',
      'International',
      'American Regional',
      'Sweet Options',
      'Tastemakers',
      'Biodegradable',
      'Bundles',
    ])
  })

  it('leaves out the product “complete box” and counts the other products per filter', () => {
    const counts = shelfCounts(SEED_PRODUCTS)
    expect(filterProducts(SEED_PRODUCTS)).toHaveLength(SEED_PRODUCTS.length - 1)
    expect(counts).toEqual({
      all: SEED_PRODUCTS.length - 1,
      'meal-mix': 3,
      indian: 8,
      international: 5,
      american: 4,
      sweet: 4,
      tastemakers: 21,
      biodegradable: 1,
      bundles: 1,
    })
  })

  it('reads the filter of the query string; unknown values mean all products', () => {
    for (const value of [
      'meal-mix',
      'tastemakers',
      'biodegradable',
      'bundles',
      'indian',
      'sweet',
      'hydration',
    ]) {
      const filter = shelfFilter(value)
      expect(filter).toBe(value)
      expect(SEED_PRODUCTS.some((product) => belongsTo(product, filter))).toBe(true)
    }
    for (const value of [null, '', 'nonsense']) expect(shelfFilter(value)).toBe('all')
    expect(shelfLabel('tastemakers')).toBe('Tastemakers')
    expect(shelfLabel('indian')).toBe('Indian Regional')
  })
})
