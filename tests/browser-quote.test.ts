import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { CATEGORIES } from '#shop/catalogue/taxonomy.ts'
import { paise } from '#shop/kernel/money.ts'
import { PRICE_MODES } from '#shop/kernel/tax.ts'
import { applyBestDiscount } from '#shop/pricing/discounts.ts'

type Case = Parameters<typeof applyBestDiscount>

const money = (max: number) => fc.integer({ min: 0, max }).map(paise)
const line = fc.record({
  name: fc.constantFrom('Ragi', 'Bajra', 'Box'),
  category: fc.constantFrom(...CATEGORIES),
  unitPrice: money(10_000_000),
  quantity: fc.integer({ min: 1, max: 100 }),
  rate: fc.constantFrom(0, 500, 1800),
})
const value = fc.oneof(
  fc.record({
    discountType: fc.constant('percentage' as const),
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
  }),
  fc.record({ discountType: fc.constant('fixed' as const), amount: money(1_000_000) }),
)
const coupon = fc.record({
  code: fc.constant('TEN'),
  name: fc.constant('Ten'),
  value,
  minOrderAmount: money(100_000),
})
const cases: fc.Arbitrary<Case> = fc.tuple(
  fc.array(line, { maxLength: 8 }),
  fc.record({
    shipping: fc.record({ fee: money(20_000), freeAbove: fc.option(money(100_000)) }),
    prices: fc.constantFrom(...PRICE_MODES),
  }),
  fc.record({
    coupon: fc.option(coupon),
    refusedCoupon: fc.constant(null),
    referral: fc.option(
      fc.record({ code: fc.constant('FRIEND'), percent: fc.integer({ min: 1, max: 100 }) }),
    ),
    sameHousehold: fc.option(fc.integer({ min: 1, max: 100 })),
    isKnownHousehold: fc.boolean(),
    isFirstOrder: fc.constantFrom(true, false, 'unknown' as const),
    offers: fc.record({ firstOrderOffer: fc.boolean(), referralPercent: fc.constant(20) }),
  }),
)

it('the bundle for browsers computes the same amounts and texts as the server', async () => {
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      write: false,
      lib: { entry: 'shop/pricing/discounts.ts', formats: ['iife'], name: 'pricing', fileName: 'pricing' },
    },
  })
  const [bundle] = [built].flat()
  const code = bundle && 'output' in bundle ? bundle.output[0].code : ''
  const carts = fc.sample(cases, { numRuns: 300, seed: 5 })
  // A context without Node's globals, as in a browser.
  const browserQuotes = runInNewContext(
    `${code}; JSON.stringify(JSON.parse(carts).map((cart) => pricing.applyBestDiscount(...cart)))`,
    { carts: JSON.stringify(carts) },
  )
  expect(JSON.parse(browserQuotes)).toEqual(
    JSON.parse(JSON.stringify(carts.map((cart) => applyBestDiscount(...cart)))),
  )
  expect(carts.filter((cart) => applyBestDiscount(...cart).appliedDiscount !== null).length).toBeGreaterThan(
    50,
  )
})
