import { describe, expect, it } from 'vitest'
import { unitSalePrice } from '#shop/catalogue/unit-sale-price.ts'
import { paise, rupees } from '#shop/kernel/money.ts'

describe('unitSalePrice', () => {
  it('is per gram up to a kilogram', () => {
    expect(unitSalePrice('850 g (10 meals of 85 g)', rupees(279))).toEqual({ price: paise(33), unit: 'g' })
    expect(unitSalePrice('10 g', rupees(15))).toEqual({ price: rupees(1.5), unit: 'g' })
    expect(unitSalePrice('1 kg', rupees(500))).toEqual({ price: paise(50), unit: 'g' })
  })

  it('is per kilogram or litre above one', () => {
    expect(unitSalePrice('2.1 kg (20 meals)', rupees(899))).toEqual({ price: paise(42810), unit: 'kg' })
    expect(unitSalePrice('1500 ml', rupees(300))).toEqual({ price: rupees(200), unit: 'l' })
  })

  it('is per piece for a number of pieces', () => {
    expect(unitSalePrice('10 containers with lids, 750 ml each', rupees(349))).toEqual({
      price: rupees(34.9),
      unit: 'piece',
    })
  })

  it('is null for a pack of several kinds of items, or without a quantity', () => {
    expect(unitSalePrice('950 g (10 meals), 12 recipe cards, 4 cutters', rupees(599))).toBeNull()
    expect(unitSalePrice('', rupees(599))).toBeNull()
    expect(unitSalePrice('0 g', rupees(599))).toBeNull()
  })
})
