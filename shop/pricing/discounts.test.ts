import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseCoupon } from '#shop/coupons/coupon.ts'
import { NO_MONEY, paise, rupees } from '#shop/kernel/money.ts'
import { PRICE_MODES } from '#shop/kernel/tax.ts'
import { applyBestDiscount, type Discounts } from '#shop/pricing/discounts.ts'
import { freeUnit, type OfferLine } from '#shop/pricing/first-order-offer.ts'
import { type Quote, type QuotedLine, type QuoteTerms, quote } from '#shop/pricing/quote.ts'
import { NO_DISCOUNTS } from '#tests/no-discounts.ts'

const FREE: QuoteTerms = { shipping: { fee: NO_MONEY, freeAbove: null }, prices: 'flat' }
const NEW: Discounts = {
  ...NO_DISCOUNTS,
  isFirstOrder: true,
  offers: { firstOrderOffer: true, referralPercent: 20 },
}
const FRIEND = { code: 'CULTIVA12AB34', percent: 20 }
type Line = OfferLine & QuotedLine
const PLAIN = { quantity: 1, rate: 1800 }
const RAGI: Line = { name: 'Ragi Meal Mix', category: 'meal-mix', unitPrice: rupees(279), ...PLAIN }
const BAJRA: Line = { ...RAGI, name: 'Bajra Meal Mix', unitPrice: rupees(289) }
const SALT: Line = { name: 'Salt', category: 'tastemakers', unitPrice: rupees(15), ...PLAIN }

function coupon(amount: number, minOrderAmount = 0): Discounts['coupon'] {
  const value = { discountType: 'fixed', amount: rupees(amount) } as const
  return { code: 'OFF', name: 'Off', value, minOrderAmount: rupees(minOrderAmount) }
}

describe('Buy 1 Get 1 Free on a first order', () => {
  it('takes the discount and its tax off the line with the free unit', () => {
    const jar: Line = { ...SALT, rate: 500 }
    const { quote: sums } = applyBestDiscount([jar, { ...RAGI, quantity: 2 }], FREE, NEW)
    expect(sums.lines.map(({ taxable, tax }) => [taxable, tax])).toEqual([
      [1500, 75],
      [27900, 5022],
    ])
  })

  it('makes the cheapest of two meal mixes free, whatever else is in the cart', () => {
    const { quote: sums, appliedDiscount, discountNote } = applyBestDiscount([BAJRA, SALT, RAGI], FREE, NEW)
    expect(appliedDiscount).toEqual({
      kind: 'first-order-offer',
      code: null,
      label: 'Buy 1 Get 1 Free',
      amount: rupees(279),
    })
    expect(sums).toMatchObject({ subtotal: 58300, discount: 27900, tax: 5472, total: 35872 })
    expect(discountNote).toBe('Buy 1 Get 1 Free: one Ragi Meal Mix (₹279) is free on your first order.')
  })

  it('needs two meal mixes, makes only one free, and gives a hint if there is one', () => {
    const { appliedDiscount, discountNote } = applyBestDiscount([RAGI, SALT], FREE, NEW)
    expect(appliedDiscount).toBeNull()
    expect(discountNote).toMatch(/add one more meal mix/)
    expect(applyBestDiscount([SALT], FREE, NEW).discountNote).toBeNull()
    expect(applyBestDiscount([{ ...RAGI, quantity: 2 }], FREE, NEW).quote.discount).toBe(27900)
    expect(applyBestDiscount([{ ...RAGI, quantity: 4 }], FREE, NEW).quote.discount).toBe(27900)
  })

  it('is explained after the reason why a friend’s code from the same household does not apply', () => {
    const notApplied = 'Your friend’s 20% doesn’t apply: this order goes to the same household.'
    const shared: Discounts = { ...NEW, sameHousehold: 20 }
    expect(applyBestDiscount([SALT], FREE, shared)).toMatchObject({
      appliedDiscount: null,
      discountNote: notApplied,
    })
    const { discountNote } = applyBestDiscount([BAJRA, RAGI], FREE, shared)
    expect(discountNote).toBe(
      `${notApplied} Buy 1 Get 1 Free: one Ragi Meal Mix (₹279) is free on your first order.`,
    )
  })

  it('applies to first orders and to visitors, as long as the shop offers it', () => {
    const twice = [{ ...RAGI, quantity: 2 }]
    expect(applyBestDiscount(twice, FREE, { ...NEW, isFirstOrder: false })).toMatchObject({
      appliedDiscount: null,
      discountNote: null,
    })
    const off = { ...NEW, offers: { ...NEW.offers, firstOrderOffer: false } }
    expect(applyBestDiscount(twice, FREE, off).appliedDiscount).toBeNull()
    const visitor = applyBestDiscount(twice, FREE, { ...NEW, isFirstOrder: 'unknown' })
    expect(visitor.quote.discount).toBe(27900)
    expect(visitor.discountNote).toMatch(/if this is your first order\.$/)
  })
})

describe('the best discount', () => {
  const twice = [{ ...RAGI, quantity: 2 }]

  it.each([
    ['first-order-offer', 100, 0, twice],
    ['coupon', 300, 0, twice],
    ['first-order-offer', 279, 0, twice],
    ['referral', 10, 0, [{ ...RAGI, category: 'bundles' } as const]],
    ['referral', 500, 1000, [{ ...RAGI, category: 'bundles' } as const]],
  ] as const)('is the %s, with a coupon of ₹%i from ₹%i', (kind, amount, minimum, lines) => {
    const all = { ...NEW, coupon: coupon(amount, minimum), referral: FRIEND }
    const { appliedDiscount, discountNote } = applyBestDiscount(lines, FREE, all)
    expect(appliedDiscount?.kind).toBe(kind)
    expect(discountNote).not.toBeNull()
  })

  it('names the smaller discounts in its note', () => {
    const all = { ...NEW, coupon: coupon(100), referral: FRIEND }
    expect(applyBestDiscount(twice, FREE, all).discountNote).toBe(
      'Buy 1 Get 1 Free: one Ragi Meal Mix (₹279) is free on your first order. It saves you ₹279; Friend’s code CULTIVA12AB34 (₹111.60) or Coupon OFF (₹100) would not save more, and an order takes one discount.',
    )
  })

  it('is none if the discount would cost more in shipping', () => {
    const shipping = { fee: rupees(49), freeAbove: rupees(270) }
    const { quote: sums, appliedDiscount } = applyBestDiscount(
      [RAGI],
      { ...FREE, shipping },
      { ...NEW, coupon: coupon(10) },
    )
    expect(appliedDiscount).toBeNull()
    expect(sums.total).toBe(32922)
  })

  it('ignores a coupon that is refused or below its minimum, and returns the reason', () => {
    const belowMinimum = applyBestDiscount([RAGI], FREE, { ...NO_DISCOUNTS, coupon: coupon(100, 500) })
    expect(belowMinimum).toMatchObject({ appliedDiscount: null, quote: { discount: 0 } })
    expect(belowMinimum.couponRefusal?.message).toBe('Minimum order amount is ₹500')
    const refusal = refuseCoupon('coupon_expired')
    const expired = applyBestDiscount([RAGI], FREE, {
      ...NO_DISCOUNTS,
      refusedCoupon: { code: 'OFF', refusal },
    })
    expect(expired.couponRefusal).toBe(refusal)
  })
})

const line = fc.record({
  name: fc.constantFrom('A', 'B', 'C', 'D'),
  category: fc.constantFrom('meal-mix', 'tastemakers', 'bundles'),
  unitPrice: fc.integer({ min: 1, max: 1_000_000 }).map(paise),
  quantity: fc.integer({ min: 1, max: 50 }),
  rate: fc.constant(1800),
}) satisfies fc.Arbitrary<Line>
const lines = fc.array(line, { minLength: 1, maxLength: 12 })
const money = fc.integer({ min: 1, max: 10 ** 7 }).map(paise)
const value = fc.oneof(
  money.map((amount) => ({ discountType: 'fixed' as const, amount })),
  fc
    .integer({ min: 1, max: 10_000 })
    .map((basisPoints) => ({ discountType: 'percentage' as const, basisPoints })),
)
function discounts(minimum: fc.Arbitrary<ReturnType<typeof paise>>): fc.Arbitrary<Discounts> {
  return fc.record({
    coupon: fc.option(
      fc.record({ code: fc.constant('X'), name: fc.constant('X'), value, minOrderAmount: minimum }),
    ),
    refusedCoupon: fc.constant(null),
    referral: fc.option(fc.record({ code: fc.constant('F'), percent: fc.integer({ min: 0, max: 100 }) })),
    sameHousehold: fc.option(fc.constant(20)),
    isFirstOrder: fc.constantFrom(true, false, 'unknown' as const),
    isKnownHousehold: fc.boolean(),
    offers: fc.record({ firstOrderOffer: fc.boolean(), referralPercent: fc.constant(20) }),
  })
}
const policy = fc.record({
  shipping: fc.record({ fee: fc.integer({ min: 0, max: 20_000 }).map(paise), freeAbove: fc.option(money) }),
  prices: fc.constantFrom(...PRICE_MODES),
})

/** The quote's amounts of money. */
const amounts = ({ subtotal, discount, tax, shippingFee, roundOff, total }: Quote) => [
  ...[subtotal, discount, tax],
  ...[shippingFee, roundOff, total],
]

describe('a discounted quote', () => {
  it('is the exact sum of its parts, never negative, and never above the quote without discount', () => {
    fc.assert(
      fc.property(lines, policy, discounts(money), (some, shipping, all) => {
        const { quote: sums, appliedDiscount } = applyBestDiscount(some, shipping, all)
        const taxOnTop = sums.pricesIncludeTax ? 0 : sums.tax
        expect(sums.total).toBe(sums.subtotal - sums.discount + taxOnTop + sums.shippingFee)
        expect(Math.min(...amounts(sums))).toBeGreaterThanOrEqual(0)
        expect(amounts(sums).every(Number.isInteger)).toBe(true)
        expect(sums.discount).toBeLessThanOrEqual(sums.subtotal)
        expect(sums.discount > 0).toBe(appliedDiscount !== null)
        expect(sums.total).toBeLessThanOrEqual(quote(some, shipping).total)
      }),
    )
  })

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(lines, policy, discounts(money), (some, shipping, all) => {
        const { quote: sums, ...applied } = applyBestDiscount(some, shipping, all)
        const { quote: reversed, ...others } = applyBestDiscount(some.toReversed(), shipping, all)
        expect(others).toEqual(applied)
        expect({ ...reversed, lines: [] }).toEqual({ ...sums, lines: [] })
      }),
    )
  })

  it('never falls when a quantity grows, if neither shipping nor coupon has a threshold', () => {
    const flat = fc.integer({ min: 0, max: 20_000 }).map((fee) => {
      return { ...FREE, shipping: { fee: paise(fee), freeAbove: null } }
    })
    fc.assert(
      fc.property(lines, flat, discounts(fc.constant(NO_MONEY)), fc.nat(), (some, terms, all, at) => {
        const more = some.map((item, index) =>
          index === at % some.length ? { ...item, quantity: item.quantity + 1 } : item,
        )
        const [fewer, after] = [applyBestDiscount(some, terms, all), applyBestDiscount(more, terms, all)]
        expect(after.quote.subtotal).toBeGreaterThan(fewer.quote.subtotal)
        expect(after.quote.total).toBeGreaterThanOrEqual(fewer.quote.total)
      }),
      { numRuns: 100 },
    )
  })

  it('falls at a coupon’s minimum by at most the coupon’s discount with its tax', () => {
    fc.assert(
      fc.property(lines, discounts(money), fc.nat(), (some, all, at) => {
        const more = some.map((item, index) =>
          index === at % some.length ? { ...item, quantity: item.quantity + 1 } : item,
        )
        const [fewer, after] = [applyBestDiscount(some, FREE, all), applyBestDiscount(more, FREE, all)]
        const drop = fewer.quote.total - after.quote.total
        expect(drop).toBeLessThanOrEqual(Math.ceil(after.quote.discount * 1.18) + 1)
      }),
    )
  })

  it('makes the cheapest eligible unit free', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const mixes = some.filter(({ category }) => category === 'meal-mix')
        const units = mixes.reduce((sum, { quantity }) => sum + quantity, 0)
        const cheapest = Math.min(...mixes.map(({ unitPrice }) => unitPrice))
        expect(freeUnit(some)?.unitPrice ?? null).toBe(units < 2 ? null : cheapest)
      }),
    )
  })
})

describe('a discount that does not apply', () => {
  it('is a coupon whose discount would lose the free shipping, and the note says so', () => {
    const shipping = { shipping: { fee: rupees(60), freeAbove: rupees(270) }, prices: 'flat' } as const
    const {
      quote: sums,
      appliedDiscount,
      discountNote,
    } = applyBestDiscount([RAGI], shipping, {
      ...NO_DISCOUNTS,
      coupon: coupon(20),
    })
    expect([appliedDiscount, sums.discount, sums.shippingFee]).toEqual([null, 0, 0])
    expect(discountNote).toBe(
      'Coupon OFF is valid, but takes nothing off this order: with it, shipping would cost ₹60 more.',
    )
    const largerCoupon = applyBestDiscount([RAGI], shipping, { ...NO_DISCOUNTS, coupon: coupon(100) })
    expect(largerCoupon.discountNote).toBe('Coupon OFF: ₹100 off.')
  })

  it('is the first-order offer if the household has ordered', () => {
    const knownHousehold = { ...NEW, isKnownHousehold: true }
    const { appliedDiscount, discountNote } = applyBestDiscount([RAGI, BAJRA], FREE, knownHousehold)
    expect(appliedDiscount).toBeNull()
    expect(discountNote).toBe(
      'Buy 1 Get 1 Free doesn’t apply: this phone number or address has had a first order already.',
    )
    expect(applyBestDiscount([RAGI], FREE, knownHousehold).discountNote).toBeNull()
  })
})
