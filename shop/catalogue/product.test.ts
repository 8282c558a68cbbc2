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

  it('says the whole percent saved', () => {
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
  ])('%i in stock: %s', (stockQuantity, message) => {
    expect(stockMessage({ stockQuantity })).toBe(message)
  })
})

describe('related products', () => {
  const product = fc.record({
    id: fc.uuid(),
    category: fc.constantFrom('meal-mix' as const, 'tastemakers' as const),
    healthFocus: fc.subarray(['protein-rich', 'iron-rich', 'high-fibre'] as const).map((focus) => [...focus]),
  })

  it('share a category or a health focus, and are never the product itself', () => {
    fc.assert(
      fc.property(fc.array(product, { minLength: 1, maxLength: 20 }), ([one, ...others]) => {
        if (!one) return
        const related = relatedProducts(one, [one, ...others], 4)
        expect(related.length).toBeLessThanOrEqual(4)
        for (const other of related) {
          expect(other.id).not.toBe(one.id)
          const shares = other.healthFocus.some((focus) => one.healthFocus.includes(focus))
          expect(other.category === one.category || shares).toBe(true)
        }
      }),
    )
  })
})
