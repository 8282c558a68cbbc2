import { describe, expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import { percentText, withTaxText } from '#shop/kernel/tax.ts'

describe('withTaxText', () => {
  it('rounds the tax half up, and leaves out zero paise', () => {
    const policy = { prices: 'exclusive', defaultRate: 1800 } as const
    expect(withTaxText(rupees(899), policy)).toBe('₹1,060.82 with tax')
    expect(withTaxText(rupees(50), policy)).toBe('₹59 with tax')
  })

  it('says that an inclusive price contains the tax', () => {
    expect(withTaxText(rupees(899), { prices: 'inclusive', defaultRate: 1800 })).toBe(
      'inclusive of all taxes',
    )
  })
})

it('writes rates in percent', () => {
  expect([1800, 25, 250].map(percentText)).toEqual(['18%', '0.25%', '2.5%'])
})
