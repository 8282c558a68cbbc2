import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice, NO_MONEY, paise, rupees } from '#shop/kernel/money.ts'
import { chargedBy, quote, shippingPromise } from '#shop/pricing/quote.ts'

const FREE = { fee: NO_MONEY, freeAbove: null }
const line = fc.record({
  unitPrice: fc.integer({ min: 1, max: 10_000_000 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 30 })
const discount = fc.integer({ min: 0, max: 10 ** 9 }).map(paise)
const policy = fc.record({
  fee: fc.integer({ min: 0, max: 20_000 }).map(paise),
  freeAbove: fc.option(fc.integer({ min: 0, max: 10 ** 8 }).map(paise)),
})

describe('quote', () => {
  it('is subtotal - discount + 18% tax + shipping', () => {
    expect(quote([{ unitPrice: rupees(899), quantity: 1 }], FREE)).toEqual({
      subtotal: 89900,
      discount: 0,
      tax: 16182,
      shippingFee: 0,
      roundOff: 0,
      total: 106082,
    })
    expect(quote([{ unitPrice: rupees(279), quantity: 2 }], FREE, rupees(58))).toMatchObject({
      discount: 5800,
      tax: 9000,
      total: 59000,
    })
  })

  it('is the exact sum of its parts, never negative, and no discount exceeds the subtotal', () => {
    fc.assert(
      fc.property(lines, policy, discount, (some, shipping, wanted) => {
        const sums = quote(some, shipping, wanted)
        expect(sums.total).toBe(sums.subtotal - sums.discount + sums.tax + sums.shippingFee)
        expect(Math.min(...Object.values(sums))).toBeGreaterThanOrEqual(0)
        expect(sums.discount).toBeLessThanOrEqual(sums.subtotal)
        expect(Object.values(sums).every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(lines, discount, (some, wanted) => {
        expect(quote(some.toReversed(), FREE, wanted)).toEqual(quote(some, FREE, wanted))
      }),
    )
  })

  it('never falls when more is bought, while shipping has no threshold', () => {
    fc.assert(
      fc.property(lines, discount, (some, wanted) => {
        const [first, ...rest] = some
        const more = first ? [{ ...first, quantity: first.quantity + 1 }, ...rest] : some
        expect(quote(more, FREE, wanted).total).toBeGreaterThanOrEqual(quote(some, FREE, wanted).total)
      }),
    )
  })

  it('charges shipping up to the threshold and not above it, and the promise follows the policy', () => {
    const shipping = { fee: rupees(49), freeAbove: rupees(500) }
    expect(quote([{ unitPrice: rupees(500), quantity: 1 }], shipping).shippingFee).toBe(4900)
    expect(quote([{ unitPrice: rupees(501), quantity: 1 }], shipping).shippingFee).toBe(0)
    expect(quote([], shipping).total).toBe(0)
    expect(shippingPromise(shipping, formatPrice)).toBe('Free shipping above ₹500')
    expect(shippingPromise(FREE, formatPrice)).toBe('Free shipping')
    expect(shippingPromise({ fee: rupees(49), freeAbove: null }, formatPrice)).toBe('Shipping ₹49')
  })
})

describe('chargedBy', () => {
  const totals = fc.integer({ min: 0, max: 10 ** 10 }).map(paise)
  const rounding = { roundsCash: true }

  it('keeps every sum whole: only cash is rounded, half up to the rupee, and only where the shop does so', () => {
    fc.assert(
      fc.property(lines, policy, discount, fc.boolean(), (some, shipping, wanted, roundsCash) => {
        const exact = quote(some, shipping, wanted)
        const cash = chargedBy('cod', exact, { roundsCash })
        expect(cash.total).toBe(cash.subtotal - cash.discount + cash.tax + cash.shippingFee + cash.roundOff)
        expect(Math.abs(cash.roundOff)).toBeLessThanOrEqual(50)
        expect(cash.total % 100).toBe(roundsCash ? 0 : exact.total % 100)
        for (const method of ['card', null] as const)
          expect(chargedBy(method, exact, { roundsCash })).toEqual(exact)
      }),
    )
    const charged = (total: number) => chargedBy('cod', { roundOff: NO_MONEY, total: paise(total) }, rounding)
    expect(charged(106_082)).toEqual({ roundOff: 18, total: 106_100 })
    expect(charged(106_049)).toEqual({ roundOff: -49, total: 106_000 })
    expect(charged(106_050)).toEqual({ roundOff: 50, total: 106_100 })
  })

  it('follows an order from one method to the other and back', () => {
    fc.assert(
      fc.property(totals, (total) => {
        const card = { roundOff: NO_MONEY, total }
        const cash = chargedBy('cod', card, rounding)
        expect(chargedBy('cod', cash, rounding)).toEqual(cash)
        expect(chargedBy('card', cash, rounding)).toEqual(card)
      }),
    )
  })
})
