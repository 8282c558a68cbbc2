import { describe, expect, it } from 'vitest'
import { mealFigures, shopFigures, toHomeShelf } from '#app/marketing/figures.ts'
import { COMPLETE_BOX_ID } from '#shop/catalogue/product.ts'
import { SAMPLE_PRODUCTS as products } from '#tests/sample-products.ts'

const withoutBox = products.filter(({ id }) => id !== COMPLETE_BOX_ID)

describe('the numbers of the home page', () => {
  it('come from the catalogue', () => {
    const { box, tastemakers, replenishFrom } = toHomeShelf(products)
    expect(box).toMatchObject({ price: 89_900, original: null, mealPrice: 4_500, picks: 10 })
    expect(box?.perMeal).toEqual([
      { value: '380 kcal', label: 'energy' },
      { value: '20.2 g', label: 'protein' },
      { value: '11 g', label: 'fiber' },
      { value: '6.2 mg', label: 'iron' },
    ])
    expect(tastemakers).toBe(20)
    expect(replenishFrom).toBe(24_900)
  })

  it('leave out products that are not sold', () => {
    expect(toHomeShelf(withoutBox).box).toBeNull()
    expect(toHomeShelf([])).toEqual({ box: null, tastemakers: 0, isEmpty: true, replenishFrom: null })
  })
})

describe('the numbers of the impact page', () => {
  it('count the catalogue', () => {
    expect(shopFigures(products).map(({ value }) => value)).toEqual(['29', '28', '4', '20'])
    expect(mealFigures(products)).toHaveLength(4)
  })

  it('are empty if there is nothing to count', () => {
    expect(shopFigures([])).toEqual([])
    expect(mealFigures(withoutBox)).toEqual([])
  })
})
