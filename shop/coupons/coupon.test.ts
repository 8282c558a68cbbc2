import { describe, expect, it } from 'vitest'
import { asCode, couponCodeInput } from '#shop/coupons/code.ts'
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

describe('the status of a coupon', () => {
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
  ] as const)('%o as %s', (fields, status) => {
    expect(couponStatus(coupon(fields), NOW)).toBe(status)
  })
})

describe('a coupon is refused', () => {
  const usual = { customerId: 'me', uses: 0, now: NOW }
  const why = (offer: Coupon | null, question = usual) => couponProblem(offer, question)?.message ?? null

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
  ])('%#: %s', (offer, message) => {
    expect(why(offer)).toBe(message)
  })

  it('by a customer who has used it as often as one may', () => {
    const used = { ...usual, uses: 1 }
    expect(why(coupon({ maxUsesPerCustomer: 1 }), used)).toBe('You have already used this coupon.')
    expect(why(coupon({ maxUsesPerCustomer: 2 }), used)).toBeNull()
  })

  it('below its minimum, which itself is enough', () => {
    const dear = coupon({ minOrderAmount: rupees(500) })
    expect(minimumProblem(dear, rupees(499.99))?.message).toBe('Minimum order amount is ₹500')
    expect(minimumProblem(dear, rupees(500))).toBeNull()
  })
})

describe('what it takes off', () => {
  it('is a percentage of the subtotal, rounded half up, or an amount, never more than the subtotal', () => {
    expect(couponDiscount({ discountType: 'percentage', basisPoints: 1250 }, rupees(0.04))).toBe(1)
    expect(couponDiscount({ discountType: 'fixed', amount: rupees(100) }, rupees(899))).toBe(10000)
    expect(couponDiscount({ discountType: 'fixed', amount: rupees(100) }, rupees(15))).toBe(1500)
    expect(valueText({ discountType: 'percentage', basisPoints: 1250 })).toBe('12.5% off')
    expect(valueText({ discountType: 'fixed', amount: rupees(100) })).toBe('₹100 off')
  })
})

describe('what is typed', () => {
  it('is a code in upper case, and not nothing', () => {
    expect(asCode(' millet10 ')).toBe('MILLET10')
    expect(couponCodeInput.parse(' millet10 ')).toBe('MILLET10')
    expect(couponCodeInput.safeParse('  ').error?.issues[0]?.message).toBe('Please enter a coupon code')
  })

  const TYPED = { code: 'diwali-26', name: 'Diwali', discountType: 'percentage', discountValue: '15' }

  it('makes a coupon with the specified defaults', () => {
    expect(newCouponInput.parse({ ...TYPED, maxUses: '', expiryDate: '' })).toEqual({
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

  it('ends with the day in India, or at the moment that is given', () => {
    const expires = (expiryDate: string) => newCouponInput.parse({ ...TYPED, expiryDate }).expiryDate
    expect(expires('2026-12-31')).toEqual(new Date('2026-12-31T18:29:59.999Z'))
    expect(expires('2026-12-31T10:00:00Z')).toEqual(new Date('2026-12-31T10:00:00Z'))
  })

  it('starts with the day in India, or at the moment that is given', () => {
    const starts = (startDate: string) => newCouponInput.parse({ ...TYPED, startDate }).startDate
    expect(starts('2026-12-31')).toEqual(new Date('2026-12-30T18:30:00.000Z'))
    expect(starts('2026-12-31T10:00:00Z')).toEqual(new Date('2026-12-31T10:00:00Z'))
    expect(starts('')).toBeNull()
  })

  it('may start and end on one day: it is valid from its first to its last millisecond in India', () => {
    const { startDate, expiryDate } = newCouponInput.parse({
      ...TYPED,
      startDate: '2028-02-29',
      expiryDate: '2028-02-29',
    })
    const at = (time: string) => couponStatus(coupon({ startDate, expiryDate }), new Date(time))
    expect(at('2028-02-28T18:29:59.999Z')).toBe('Scheduled')
    expect(at('2028-02-28T18:30:00.000Z')).toBe('Active')
    expect(at('2028-02-29T18:29:59.999Z')).toBe('Active')
    expect(at('2028-02-29T18:30:00.000Z')).toBe('Expired')
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
  ])('is refused at %s: %o', (field, change) => {
    const { error } = newCouponInput.safeParse({ ...TYPED, ...change })
    expect([...new Set(error?.issues.map((issue) => issue.path[0]))]).toEqual([field])
  })
})
