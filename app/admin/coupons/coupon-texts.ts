import type { Difference } from '#app/admin/kit/conflict-panel.tsx'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { toRupees } from '#shop/kernel/money.ts'

/** The fields of the coupon form by name, and what they are called on the screen. */
export const COUPON_LABELS = {
  code: 'Code',
  name: 'Name',
  description: 'Description',
  discountType: 'Discount type',
  discountValue: 'Discount value',
  minOrderAmount: 'Minimum order (₹)',
  maxUses: 'Max uses',
  maxUsesPerCustomer: 'Uses per customer',
  expiryDate: 'Expiry date',
  isActive: 'Active',
} as const

export type CouponField = keyof typeof COUPON_LABELS

/** What the form holds, as typed; a box that is not ticked is ''. */
export type CouponTexts = Record<CouponField, string>

export const COUPON_FIELDS = Object.keys(COUPON_LABELS) as CouponField[]

export const NEW_COUPON: CouponTexts = {
  code: '',
  name: '',
  description: '',
  discountType: 'percentage',
  discountValue: '',
  minOrderAmount: '0',
  maxUses: '',
  maxUsesPerCustomer: '',
  expiryDate: '',
  isActive: 'on',
}

/** A saved coupon as its form shows it. */
export function textsOf(coupon: Coupon): CouponTexts {
  const { value, maxUses, maxUsesPerCustomer, expiryDate } = coupon
  return {
    code: coupon.code,
    name: coupon.name,
    description: coupon.description,
    discountType: value.discountType,
    discountValue: String(value.discountType === 'fixed' ? toRupees(value.amount) : value.basisPoints / 100),
    minOrderAmount: String(toRupees(coupon.minOrderAmount)),
    maxUses: maxUses === null ? '' : String(maxUses),
    maxUsesPerCustomer: maxUsesPerCustomer === null ? '' : String(maxUsesPerCustomer),
    expiryDate: expiryDate ? dayOf(expiryDate) : '',
    isActive: coupon.isActive ? 'on' : '',
  }
}

/** The fields in which what is saved differs from what somebody typed. */
export function differences(theirs: CouponTexts, yours: CouponTexts): Difference[] {
  return COUPON_FIELDS.filter((name) => theirs[name].trim() !== yours[name].trim()).map((name) => ({
    label: COUPON_LABELS[name],
    theirs: theirs[name],
    yours: yours[name],
  }))
}
