import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, halfOf, NO_MONEY, paise, rupees } from '#shop/kernel/money.ts'
import { PRICE_MODES } from '#shop/kernel/tax.ts'
import { rateOf, taxAmounts, taxesByRate } from '#shop/kernel/taxed.ts'

const RUNS = { numRuns: 500 }
const rate = fc.constantFrom(0, 25, 150, 300, 500, 1200, 1800, 2800, 4000)
const amount = fc.oneof(fc.constant(0), fc.integer({ min: 3, max: 10_000_000 })).map(paise)
const basket = fc.array(fc.record({ amount, rate }), { minLength: 1, maxLength: 15 })

/** Returns the exact tax of amounts with one rate as a fraction: [numerator, denominator]. */
function exactTax(whole: bigint, basisPoints: number, isContained: boolean): [bigint, bigint] {
  return [whole * BigInt(basisPoints), BigInt(isContained ? 10_000 + basisPoints : 10_000)]
}

/** Rounds a fraction half up. */
function roundHalfUp([numerator, denominator]: [bigint, bigint]): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

describe('taxAmounts', () => {
  it('rounds the exact tax once per rate; the tax in inclusive prices is twice its rounded half', () => {
    fc.assert(
      fc.property(basket, fc.constantFrom(...PRICE_MODES), (lines, prices) => {
        const isContained = prices === 'inclusive'
        const parts = taxAmounts(lines, prices)
        for (const basisPoints of new Set(lines.map((line) => line.rate))) {
          const whole = lines.reduce(
            (sum, line) => (line.rate === basisPoints ? sum + BigInt(line.amount) : sum),
            0n,
          )
          const [numerator, denominator] = exactTax(whole, basisPoints, isContained)
          const expected = isContained
            ? 2n * roundHalfUp([numerator, 2n * denominator])
            : roundHalfUp([numerator, denominator])
          const taxes = parts.filter((part) => part.rate === basisPoints).map(({ tax }) => tax)
          expect(BigInt(add(...taxes))).toBe(expected)
        }
        for (const [at, { amount: price }] of lines.entries()) {
          const { taxable = 0, tax = 0 } = parts[at] ?? {}
          expect(isContained ? taxable + tax : taxable).toBe(price)
          expect(Math.min(taxable, tax)).toBeGreaterThanOrEqual(0)
        }
      }),
      RUNS,
    )
  })

  it('gives each amount its proportion within four paise, and an odd number of paise to at most one amount per rate', () => {
    fc.assert(
      fc.property(basket, fc.constantFrom(...PRICE_MODES), (lines, prices) => {
        const parts = taxAmounts(lines, prices)
        for (const [at, { amount: price, rate: basisPoints }] of lines.entries()) {
          const [numerator, denominator] = exactTax(BigInt(price), basisPoints, prices === 'inclusive')
          const exact = Number(numerator) / Number(denominator)
          expect(Math.abs((parts[at]?.tax ?? 0) - exact)).toBeLessThan(4)
        }
        const odd = parts.filter(({ tax }) => tax !== 2 * halfOf(tax))
        expect(new Set(odd.map((part) => part.rate)).size).toBe(odd.length)
        if (prices === 'inclusive') expect(odd).toEqual([])
      }),
      RUNS,
    )
  })

  it('takes the tax out of an inclusive price, or adds it to an exclusive one', () => {
    const line = { amount: rupees(105), rate: 500 }
    expect(taxAmounts([line], 'inclusive')).toEqual([{ rate: 500, taxable: 10_000, tax: 500 }])
    expect(taxAmounts([line], 'exclusive')).toEqual([{ rate: 500, taxable: 10_500, tax: 525 }])
    const three = [line, { amount: rupees(50), rate: 1800 }, { amount: rupees(9), rate: 0 }]
    expect(taxAmounts(three, 'exclusive').map(({ tax }) => tax)).toEqual([525, 900, 0])
    expect(taxAmounts([], 'inclusive')).toEqual([])
  })
})

describe('rateOf and taxesByRate', () => {
  const terms = { prices: 'inclusive', defaultRate: 1800, rates: { 1: 500, 2: 1200 } } as const

  it('return the highest rate for products sold together for a single price', () => {
    expect(rateOf([1], terms)).toBe(500)
    expect(rateOf([1, 2], terms)).toBe(1200)
    expect(rateOf([1, 3], terms)).toBe(1800)
  })

  it('sum the tax by rate, with the tax of shipping at the highest rate', () => {
    const lines = [1800, 500, 500].map((lineRate) => ({ rate: lineRate, tax: paise(100) }))
    expect(taxesByRate(lines, paise(340))).toEqual([
      { rate: 500, tax: 200 },
      { rate: 1800, tax: 140 },
    ])
    expect(taxesByRate([], NO_MONEY)).toEqual([])
  })
})
