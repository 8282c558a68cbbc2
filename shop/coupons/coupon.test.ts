import { describe, expect, it } from 'vitest'
import { couponCodeInput, normalizeCode } from '#shop/coupons/code.ts'
import {
  type Coupon,
  couponDiscount,
  couponProblem,
  couponStatus,
  minimumProblem,
  valueText,
} from '#shop/coupons/coupon.ts'
import { newCouponInput } from '#shop/coupons/coupon-fields.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const LATER = new Date('2026-11-21T18:30:00Z')
const PAST = new Date('2026-11-21T08:59:59Z')

function coupon(fields: Partial<Coupon> = {}): Coupon {
  return {
    id: 'c',
    code: 'TEN',
    name: 'Ten',
    description: '',
    value: { discountType: 'percentage', basisPoints: 1000 },
    minOrderAmount: NO_MONEY,
    maxUses: null,
    maxUsesPerCustomer: null,
    currentUses: 0,
    startDate: null,
    expiryDate: null,
    isActive: true,
    customerId: null,
    createdAt: PAST,
    updatedAt: PAST,
    ...fields,
  }
}

describe('couponStatus', () => {
  it.each([
    [{}, 'Active'],
    [{ expiryDate: NOW }, 'Active'],
    [{ maxUses: 2, currentUses: 1 }, 'Active'],
    [{ maxUses: 2, currentUses: 2 }, 'Usage Limit Reached'],
    [{ startDate: NOW }, 'Active'],
    [{ startDate: LATER }, 'Scheduled'],
    [{ startDate: LATER, maxUses: 1, currentUses: 1 }, 'Scheduled'],
    [{ isActive: false, startDate: LATER }, 'Inactive'],
    [{ expiryDate: PAST, maxUses: 2, currentUses: 2 }, 'Expired'],
    [{ isActive: false, expiryDate: PAST, maxUses: 2, currentUses: 3 }, 'Inactive'],
  ] as const)('of %o is %s', (fields, status) => {
    expect(couponStatus(coupon(fields), NOW)).toBe(status)
  })
})

describe('a coupon problem', () => {
  const context = { customerId: 'me', uses: 0, now: NOW }
  const refusalMessage = (offer: Coupon | null, question = context) =>
    couponProblem(offer, question)?.message ?? null

  it.each([
    [null, 'Invalid coupon code'],
    [coupon({ isActive: false }), 'Invalid coupon code'],
    [coupon({ customerId: 'another customer' }), 'Invalid coupon code'],
    [coupon({ customerId: 'me' }), null],
    [coupon({ expiryDate: PAST }), 'This coupon has expired.'],
    [coupon({ startDate: LATER }), 'This coupon starts on 22 Nov 2026.'],
    [coupon({ startDate: LATER, customerId: 'another customer' }), 'Invalid coupon code'],
    [coupon({ maxUses: 1, currentUses: 1 }), 'This coupon has reached its usage limit.'],
    [coupon({ maxUsesPerCustomer: 1 }), null],
    [coupon(), null],
  ])('of coupon %# is: %s', (offer, message) => {
    expect(refusalMessage(offer)).toBe(message)
  })

  it('is reported after the allowed number of uses by one customer', () => {
    const used = { ...context, uses: 1 }
    expect(refusalMessage(coupon({ maxUsesPerCustomer: 1 }), used)).toBe('You have already used this coupon.')
    expect(refusalMessage(coupon({ maxUsesPerCustomer: 2 }), used)).toBeNull()
  })

  it('is reported below the minimum order amount, but not at it', () => {
    const expensive = coupon({ minOrderAmount: rupees(500) })
    expect(minimumProblem(expensive, rupees(499.99))?.message).toBe('Minimum order amount is ₹500')
    expect(minimumProblem(expensive, rupees(500))).toBeNull()
  })
})

describe('couponDiscount', () => {
  it('is a percentage of the subtotal, rounded half up, or an amount, never more than the subtotal', () => {
    expect(couponDiscount({ discountType: 'percentage', basisPoints: 1250 }, rupees(0.04))).toBe(1)
    expect(couponDiscount({ discountType: 'fixed', amount: rupees(100) }, rupees(899))).toBe(10000)
    expect(couponDiscount({ discountType: 'fixed', amount: rupees(100) }, rupees(15))).toBe(1500)
    expect(valueText({ discountType: 'percentage', basisPoints: 1250 })).toBe('12.5% off')
    expect(valueText({ discountType: 'fixed', amount: rupees(100) })).toBe('₹100 off')
  })
})

describe('coupon input', () => {
  it('turns a code into upper case, and refuses an empty one', () => {
    expect(normalizeCode(' millet10 ')).toBe('MILLET10')
    expect(couponCodeInput.parse(' millet10 ')).toBe('MILLET10')
    expect(couponCodeInput.safeParse('  ').error?.issues[0]?.message).toBe('Please enter a coupon code')
  })

  const INPUT = { code: 'diwali-26', name: 'Diwali', discountType: 'percentage', discountValue: '15' }

  it('gets the defaults of the specification', () => {
    expect(newCouponInput.parse({ ...INPUT, maxUses: '', expiryDate: '' })).toEqual({
      code: 'DIWALI-26',
      name: 'Diwali',
      description: '',
      discountType: 'percentage',
      discountValue: 15,
      minOrderAmount: 0,
      maxUses: null,
      maxUsesPerCustomer: null,
      startDate: null,
      expiryDate: null,
      isActive: true,
    })
  })

  it('sets the expiry to the end of the day in India, or to the given moment', () => {
    const expires = (expiryDate: string) => newCouponInput.parse({ ...INPUT, expiryDate }).expiryDate
    expect(expires('2026-12-31')).toEqual(new Date('2026-12-31T18:29:59.999Z'))
    expect(expires('2026-12-31T10:00:00Z')).toEqual(new Date('2026-12-31T10:00:00Z'))
  })

  it('sets the start to the beginning of the day in India, or to the given moment', () => {
    const starts = (startDate: string) => newCouponInput.parse({ ...INPUT, startDate }).startDate
    expect(starts('2026-12-31')).toEqual(new Date('2026-12-30T18:30:00.000Z'))
    expect(starts('2026-12-31T10:00:00Z')).toEqual(new Date('2026-12-31T10:00:00Z'))
    expect(starts('')).toBeNull()
  })

  it('allows start and expiry on one day, from its first to its last millisecond in India', () => {
    const { startDate, expiryDate } = newCouponInput.parse({
      ...INPUT,
      startDate: '2028-02-29',
      expiryDate: '2028-02-29',
    })
    const statusAt = (time: string) => couponStatus(coupon({ startDate, expiryDate }), new Date(time))
    expect(statusAt('2028-02-28T18:29:59.999Z')).toBe('Scheduled')
    expect(statusAt('2028-02-28T18:30:00.000Z')).toBe('Active')
    expect(statusAt('2028-02-29T18:29:59.999Z')).toBe('Active')
    expect(statusAt('2028-02-29T18:30:00.000Z')).toBe('Expired')
  })

  it.each([
    ['startDate', { startDate: '2026-02-31' }],
    ['startDate', { startDate: '2026-12-31', expiryDate: '2026-12-30' }],
    ['code', { code: 'a' }],
    ['code', { code: 'two words' }],
    ['name', { name: ' ' }],
    ['discountType', { discountType: 'free' }],
    ['discountValue', { discountValue: '101' }],
    ['discountValue', { discountValue: '0' }],
    ['discountValue', { discountValue: '9.999' }],
    ['discountValue', { discountValue: 'ten' }],
    ['minOrderAmount', { minOrderAmount: '-1' }],
    ['maxUses', { maxUses: '0' }],
    ['maxUses', { maxUses: '1.5' }],
    ['maxUsesPerCustomer', { maxUsesPerCustomer: 'x' }],
    ['expiryDate', { expiryDate: '2026-02-31' }],
    ['expiryDate', { expiryDate: 'soon' }],
  ])('is refused with a problem at %s: %o', (field, change) => {
    const { error } = newCouponInput.safeParse({ ...INPUT, ...change })
    expect([...new Set(error?.issues.map((issue) => issue.path[0]))]).toEqual([field])
  })
})
