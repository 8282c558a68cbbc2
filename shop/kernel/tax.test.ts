import { describe, expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import { withTaxText } from '#shop/kernel/tax.ts'

describe('withTaxText', () => {
  it('is what one unit costs at checkout', () => {
    expect(withTaxText(rupees(899))).toBe('₹1,060.82 with tax')
    expect(withTaxText(rupees(50))).toBe('₹59 with tax')
  })
})
