import { describe, expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import { addedTaxText, percentText, withRateText, withTaxText } from '#shop/kernel/tax.ts'

describe('withTaxText', () => {
  it('rounds the tax half up, and leaves out zero paise', () => {
    const policy = { prices: 'flat', defaultRate: 1800 } as const
    expect(withTaxText(rupees(899), policy)).toBe('₹1,060.82 with tax')
    expect(withTaxText(rupees(50), policy)).toBe('₹59 with tax')
  })

  it('says that an inclusive price contains the tax', () => {
    expect(withTaxText(rupees(899), { prices: 'inclusive', defaultRate: 1800 })).toBe(
      'inclusive of all taxes',
    )
  })
})

it('names the rate of flat prices, and of goods in the cart', () => {
  const added = (prices: 'flat' | 'exclusive') => addedTaxText({ prices, defaultRate: 1800 })
  expect([added('flat'), added('exclusive')]).toEqual(['18% GST', 'GST'])
  expect(withTaxText(rupees(899), { prices: 'exclusive', defaultRate: 1800 })).toBe('plus GST')
  expect(withRateText(rupees(899), 'exclusive', 500)).toBe('₹943.95 with 5% GST')
  expect(withRateText(rupees(899), 'inclusive', 500)).toBe('inclusive of all taxes (5% GST)')
})

it('writes rates in percent', () => {
  expect([1800, 25, 250].map(percentText)).toEqual(['18%', '0.25%', '2.5%'])
})
