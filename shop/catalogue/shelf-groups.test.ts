import { describe, expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { filterProducts, shelfGroups } from '#shop/catalogue/shelf.ts'

describe('shelfGroups', () => {
  it('puts every product of the shelf into exactly one group', () => {
    const onShelf = filterProducts(SEED_PRODUCTS)
    const groups = shelfGroups(onShelf)
    expect(groups.map((group) => [group.label, group.products.length])).toEqual([
      ['Meal Mixes', 3],
      ['Tastemakers', 20],
      ['Bundles, Bowls and Jars', 3],
      ['Hydration', 2],
    ])
    expect(groups.flatMap((group) => group.products)).toHaveLength(onShelf.length)
  })

  it('leaves out empty groups', () => {
    expect(shelfGroups(SEED_PRODUCTS.filter((product) => product.isPick)).map((group) => group.key)).toEqual([
      'packets',
    ])
    expect(shelfGroups([])).toEqual([])
  })
})
