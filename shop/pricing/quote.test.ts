import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, formatPrice, NO_MONEY, paise, rupees, share } from '#shop/kernel/money.ts'
import { PRICE_MODES } from '#shop/kernel/tax.ts'
import { type Quote, type QuoteTerms, quote, roundForMethod, shippingPromise } from '#shop/pricing/quote.ts'

const FREE_SHIPPING = { fee: NO_MONEY, freeAbove: null }
/** The terms that the specification states. */
const FREE: QuoteTerms = { shipping: FREE_SHIPPING, prices: 'flat' }

const rate = fc.constantFrom(0, 500, 1200, 1800)
const line = fc.record({
  unitPrice: fc.integer({ min: 1, max: 10_000_000 }).map(paise),
  quantity: fc.integer({ min: 1, max: 999 }),
  rate: fc.constant(1800),
})
const rated = fc.tuple(line, rate).map(([plain, of]) => ({ ...plain, rate: of }))
const lines = fc.array(line, { minLength: 1, maxLength: 30 })
const discount = fc.integer({ min: 0, max: 10 ** 9 }).map(paise)
const shipping = fc.record({
  fee: fc.integer({ min: 0, max: 20_000 }).map(paise),
  freeAbove: fc.option(fc.integer({ min: 0, max: 10 ** 8 }).map(paise)),
})
const policy: fc.Arbitrary<QuoteTerms> = fc.record({ shipping, prices: fc.constantFrom(...PRICE_MODES) })
const baskets = fc.array(rated, { minLength: 1, maxLength: 12 })

/** The quote's amounts of money. */
const amounts = ({ subtotal, discount, tax, shippingFee, roundOff, total }: Quote) => [
  ...[subtotal, discount, tax],
  ...[shippingFee, roundOff, total],
]
/** The tax that comes on top; 0 if prices include it. */
const taxOnTop = ({ pricesIncludeTax, tax }: Quote) => (pricesIncludeTax ? 0 : tax)

describe('quote', () => {
  it('is subtotal - discount + 18% tax + shipping', () => {
    expect(quote([{ unitPrice: rupees(899), quantity: 1, rate: 1800 }], FREE)).toEqual({
      subtotal: 89900,
      discount: 0,
      tax: 16182,
      pricesIncludeTax: false,
      taxes: [{ rate: 1800, tax: 16182 }],
      shippingFee: 0,
      roundOff: 0,
      total: 106082,
      lines: [{ rate: 1800, taxable: 89900, tax: 16182 }],
    })
    expect(quote([{ unitPrice: rupees(279), quantity: 2, rate: 1800 }], FREE, rupees(58))).toMatchObject({
      discount: 5800,
      tax: 9000,
      total: 59000,
    })
  })

  it('equals the specification: one rate of 18%, exclusive, with free shipping', () => {
    fc.assert(
      fc.property(lines, discount, (some, wanted) => {
        const sums = quote(some, FREE, wanted)
        const subtotal = some.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
        const goods = subtotal - Math.min(wanted, subtotal)
        const tax = share(paise(goods), 1800)
        const expected = { subtotal, discount: subtotal - goods, tax, shippingFee: 0, total: goods + tax }
        expect(sums).toMatchObject(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('is the exact sum of its parts, never negative, and no discount exceeds the subtotal', () => {
    fc.assert(
      fc.property(baskets, policy, discount, (some, terms, wanted) => {
        const sums = quote(some, terms, wanted)
        expect(sums.total).toBe(sums.subtotal - sums.discount + taxOnTop(sums) + sums.shippingFee)
        expect(Math.min(...amounts(sums))).toBeGreaterThanOrEqual(0)
        expect(sums.discount).toBeLessThanOrEqual(sums.subtotal)
        expect(amounts(sums).every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('splits discount and tax over the lines, which add up to the goods, and taxes shipping at the highest rate', () => {
    fc.assert(
      fc.property(baskets, policy, discount, (some, terms, wanted) => {
        const sums = quote(some, terms, wanted)
        const isInclusive = terms.prices === 'inclusive'
        const goods = sums.lines.map(({ taxable, tax }) => (isInclusive ? add(taxable, tax) : taxable))
        expect(add(...goods)).toBe(sums.subtotal - sums.discount)
        const ofShipping = sums.tax - add(...sums.lines.map(({ tax }) => tax))
        const highest = Math.max(...some.map((priced) => priced.rate))
        const exact = (sums.shippingFee * highest) / (isInclusive ? 10_000 + highest : 10_000)
        expect(Math.abs(ofShipping - exact)).toBeLessThan(4)
      }),
      { numRuns: 500 },
    )
  })

  it('contains the tax of each rate if prices are inclusive', () => {
    const some = [
      { unitPrice: rupees(105), quantity: 2, rate: 500 },
      { unitPrice: rupees(118), quantity: 1, rate: 1800 },
    ]
    const terms = { shipping: { fee: rupees(59), freeAbove: null }, prices: 'inclusive' } as const
    expect(quote(some, terms)).toMatchObject({
      subtotal: 32_800,
      tax: 1000 + 1800 + 900,
      pricesIncludeTax: true,
      taxes: [
        { rate: 500, tax: 1000 },
        { rate: 1800, tax: 2700 },
      ],
      total: 38_700,
    })
  })

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(lines, discount, (some, wanted) => {
        const { lines: taxedLines, ...sums } = quote(some, FREE, wanted)
        const { lines: other, ...reversed } = quote(some.toReversed(), FREE, wanted)
        expect(reversed).toEqual(sums)
        expect(add(...other.map(({ tax }) => tax))).toBe(add(...taxedLines.map(({ tax }) => tax)))
      }),
    )
  })

  it('never falls when a quantity grows, if shipping has no threshold', () => {
    fc.assert(
      fc.property(lines, discount, (some, wanted) => {
        const [first, ...rest] = some
        const more = first ? [{ ...first, quantity: first.quantity + 1 }, ...rest] : some
        expect(quote(more, FREE, wanted).total).toBeGreaterThanOrEqual(quote(some, FREE, wanted).total)
      }),
    )
  })

  it('charges shipping up to the threshold only, as the shipping promise says', () => {
    const limited = { fee: rupees(49), freeAbove: rupees(500) }
    const feeFor = (price: number) => {
      const bought = { unitPrice: rupees(price), quantity: 1, rate: 1800 }
      return quote([bought], { ...FREE, shipping: limited }).shippingFee
    }
    expect([feeFor(500), feeFor(501)]).toEqual([4900, 0])
    expect(quote([], { ...FREE, shipping: limited }).total).toBe(0)
    expect(shippingPromise(limited, formatPrice)).toBe('Free shipping above ₹500')
    expect(shippingPromise(FREE_SHIPPING, formatPrice)).toBe('Free shipping')
    expect(shippingPromise({ fee: rupees(49), freeAbove: null }, formatPrice)).toBe('Shipping ₹49')
  })
})

describe('roundForMethod', () => {
  const totals = fc.integer({ min: 0, max: 10 ** 10 }).map(paise)
  const rounding = { roundsCash: true }

  it('rounds only cash totals, half up to the rupee, and only if the shop rounds cash', () => {
    fc.assert(
      fc.property(baskets, policy, discount, fc.boolean(), (some, terms, wanted, roundsCash) => {
        const exact = quote(some, terms, wanted)
        const cash = roundForMethod('cod', exact, { roundsCash })
        const unrounded = cash.subtotal - cash.discount + taxOnTop(cash) + cash.shippingFee
        expect(cash.total).toBe(unrounded + cash.roundOff)
        expect(Math.abs(cash.roundOff)).toBeLessThanOrEqual(50)
        expect(cash.total % 100).toBe(roundsCash ? 0 : exact.total % 100)
        for (const method of ['card', null] as const)
          expect(roundForMethod(method, exact, { roundsCash })).toEqual(exact)
      }),
    )
    const roundCash = (total: number) =>
      roundForMethod('cod', { roundOff: NO_MONEY, total: paise(total) }, rounding)
    expect(roundCash(106_082)).toEqual({ roundOff: 18, total: 106_100 })
    expect(roundCash(106_049)).toEqual({ roundOff: -49, total: 106_000 })
    expect(roundCash(106_050)).toEqual({ roundOff: 50, total: 106_100 })
    const partPaid = { roundOff: NO_MONEY, total: paise(30_075) }
    expect(roundForMethod('cod', partPaid, rounding, paise(11_840))).toEqual({ roundOff: -35, total: 30_040 })
  })

  it('is idempotent, and undoes the rounding when the payment method changes back', () => {
    fc.assert(
      fc.property(totals, (total) => {
        const card = { roundOff: NO_MONEY, total }
        const cash = roundForMethod('cod', card, rounding)
        expect(roundForMethod('cod', cash, rounding)).toEqual(cash)
        expect(roundForMethod('card', cash, rounding)).toEqual(card)
      }),
    )
  })
})
