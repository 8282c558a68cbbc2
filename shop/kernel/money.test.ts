import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  formatAmount,
  formatPrice,
  paise,
  partOf,
  rupees,
  share,
  subtract,
  times,
  toRupees,
  wholeRupees,
} from '#shop/kernel/money.ts'

const amount = fc.integer({ min: 0, max: 10 ** 12 }).map(paise)

describe('money', () => {
  it('refuses fractions of a paisa and amounts too large to be exact', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => paise(wrong)).toThrow(RangeError)
    }
    expect(() => rupees(1.005)).toThrow(RangeError)
    expect(() => times(paise(100), 1.5)).toThrow(RangeError)
  })

  it('converts rupees to paise and back without loss', () => {
    fc.assert(fc.property(amount, (money) => rupees(toRupees(money)) === money))
    expect(rupees(269)).toBe(26900)
    expect(rupees(0.29)).toBe(29)
  })

  it('rounds a share exactly half up', () => {
    expect(share(paise(25), 1800)).toBe(5) // 4.5 paise
    expect(share(paise(24), 1800)).toBe(4) // 4.32
    expect(share(paise(89900), 1800)).toBe(16182)
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (money, points) => {
        const exact = BigInt(money) * BigInt(points)
        const rounded = BigInt(share(money, points))
        const error = exact - rounded * 10_000n
        return error >= -5_000n && error < 5_000n
      }),
    )
  })

  it('rounds half up when it divides an amount or drops its paise', () => {
    expect(partOf(rupees(899), 20)).toBe(4495)
    expect(partOf(paise(5), 2)).toBe(3)
    expect([wholeRupees(paise(4495)), wholeRupees(paise(2790)), wholeRupees(paise(2749))]).toEqual([
      4500, 2800, 2700,
    ])
  })

  it('subtracts what it added', () => {
    fc.assert(fc.property(amount, amount, (a, b) => subtract(add(a, b), b) === a))
  })

  it('formats amounts with Indian grouping, as Intl does, and a minus sign', () => {
    expect(formatPrice(rupees(899))).toBe('₹899')
    expect(formatPrice(rupees(899.5))).toBe('₹899.50')
    expect(formatAmount(rupees(284310))).toBe('₹2,84,310.00')
    const rupee = (digits: number) =>
      new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: digits })
    const withMinus = (text: string) => text.replace('-', '−')
    const any = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map(paise)
    fc.assert(fc.property(any, (money) => formatAmount(money) === withMinus(rupee(2).format(money / 100))))
    fc.assert(
      fc.property(
        any,
        (money) => formatPrice(money) === withMinus(rupee(money % 100 === 0 ? 0 : 2).format(money / 100)),
      ),
    )
  })
})
