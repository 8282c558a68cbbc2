import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relatedProducts, savedPercent, stockMessage, unitPrice } from '#shop/catalogue/product.ts'
import { paise, rupees } from '#shop/kernel/money.ts'

describe('price of a product', () => {
  it('is the discount price when set and above zero', () => {
    expect(unitPrice({ price: rupees(699), discountPrice: rupees(599) })).toBe(59900)
    expect(unitPrice({ price: rupees(699), discountPrice: null })).toBe(69900)
    expect(unitPrice({ price: rupees(699), discountPrice: paise(0) })).toBe(69900)
  })

  it('has a saving in whole percent, or null', () => {
    expect(savedPercent({ price: rupees(699), discountPrice: rupees(599) })).toBe(14)
    expect(savedPercent({ price: rupees(699), discountPrice: null })).toBeNull()
    expect(savedPercent({ price: rupees(100), discountPrice: rupees(100) })).toBeNull()
  })
})

describe('stock message', () => {
  it.each([
    [0, 'Out of Stock'],
    [1, 'Only 1 left in stock!'],
    [9, 'Only 9 left in stock!'],
    [10, 'In Stock (10 available)'],
    [240, 'In Stock (240 available)'],
  ])('for %i units is %s', (stockQuantity, message) => {
    expect(stockMessage({ stockQuantity })).toBe(message)
  })
})

describe('related products', () => {
  const product = fc.record({
    id: fc.uuid(),
    category: fc.constantFrom('meal-mix' as const, 'tastemakers' as const),
    healthFocus: fc.subarray(['protein-rich', 'iron-rich', 'high-fibre'] as const).map((focus) => [...focus]),
  })

  it('are up to four others that share a category or a health focus', () => {
    fc.assert(
      fc.property(
        product,
        fc.uniqueArray(product, { maxLength: 20, selector: ({ id }) => id }),
        (subject, others) => {
          const alike = others.filter(
            ({ category, healthFocus }) =>
              category === subject.category ||
              healthFocus.some((focus) => subject.healthFocus.includes(focus)),
          )
          const related = relatedProducts(subject, [subject, ...others], 4)
          expect(related).toHaveLength(Math.min(4, alike.length))
          expect(alike).toEqual(expect.arrayContaining(related))
        },
      ),
    )
  })
})
