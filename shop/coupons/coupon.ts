import type { CouponFields } from '#shop/coupons/coupon-fields.ts'
import { formatPrice, type Money, rupees, share, smaller, toRupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { formatDay } from '#shop/kernel/time.ts'

/** `basisPoints`: hundredths of a percent of the subtotal. */
export type CouponValue =
  | { discountType: 'percentage'; basisPoints: number }
  | { discountType: 'fixed'; amount: Money }

export type CouponTerms = {
  code: string
  name: string
  value: CouponValue
  minOrderAmount: Money
}

export type Coupon = CouponTerms &
  Omit<CouponFields, 'discountType' | 'discountValue'> & {
    id: string
    /** Number of uncancelled orders with the coupon. */
    currentUses: number
    /** Null: everyone may use it. */
    customerId: string | null
    createdAt: Date
    /** The last change, apart from `currentUses`. */
    updatedAt: Date
  }

/** Returns the fields of forms and API, where the value is a type and a number. */
export function toFields({ value, ...coupon }: Coupon): CouponFields {
  const isFixed = value.discountType === 'fixed'
  const discountValue = isFixed ? toRupees(value.amount) : value.basisPoints / 100
  return { ...coupon, discountType: value.discountType, discountValue }
}

type ValueFields = Pick<CouponFields, 'discountType' | 'discountValue'>

export function couponValue({ discountType, discountValue }: ValueFields): CouponValue {
  return discountType === 'fixed'
    ? { discountType, amount: rupees(discountValue) }
    : { discountType, basisPoints: Math.round(discountValue * 100) }
}

export const COUPON_STATUSES = ['Active', 'Inactive', 'Expired', 'Scheduled', 'Usage Limit Reached'] as const
export type CouponStatus = (typeof COUPON_STATUSES)[number]

export function couponStatus(coupon: Coupon, now: Date): CouponStatus {
  const { isActive, startDate, expiryDate, maxUses, currentUses } = coupon
  if (!isActive) return 'Inactive'
  if (expiryDate !== null && expiryDate < now) return 'Expired'
  if (startDate !== null && startDate > now) return 'Scheduled'
  if (maxUses !== null && currentUses >= maxUses) return 'Usage Limit Reached'
  return 'Active'
}

/** `too_many_codes`: too many guesses, so no code is looked up. */
export type CouponProblem = keyof typeof TEXTS | ('coupon_minimum' | 'coupon_not_started' | 'too_many_codes')

/** `waitSeconds`: with `too_many_codes` only. */
export type CouponRefusal = { ok: false; reason: CouponProblem; message: string; waitSeconds?: number }

const TEXTS = {
  coupon_invalid: 'Invalid coupon code',
  coupon_expired: 'This coupon has expired.',
  coupon_used_up: 'This coupon has reached its usage limit.',
  coupon_already_used: 'You have already used this coupon.',
  referral_own: 'You can’t use your own referral code.',
  referral_not_first: 'A friend’s code is for a first order.',
} as const

export function refuseCoupon(reason: keyof typeof TEXTS) {
  return err(reason, { message: TEXTS[reason] })
}

export function refuseAllCodes(waitSeconds: number) {
  const minutes = Math.ceil(waitSeconds / 60)
  const message = `Too many wrong codes. Please wait ${minutes} min and try again.`
  return err('too_many_codes', { message, waitSeconds })
}

/**
 * Returns null if the coupon is usable in any cart. Inactive coupons and other customers' coupons count as unknown.
 * `uses`: how often this customer has used it.
 */
export function couponProblem(
  coupon: Coupon | null,
  { customerId, uses, now }: { customerId: string | null; uses: number; now: Date },
) {
  if (!coupon?.isActive) return refuseCoupon('coupon_invalid')
  if (coupon.customerId !== null && coupon.customerId !== customerId) return refuseCoupon('coupon_invalid')
  const status = couponStatus(coupon, now)
  if (status === 'Expired') return refuseCoupon('coupon_expired')
  if (coupon.startDate && status === 'Scheduled')
    return err('coupon_not_started', { message: `This coupon starts on ${formatDay(coupon.startDate)}.` })
  const isUsedUp = coupon.maxUsesPerCustomer !== null && uses >= coupon.maxUsesPerCustomer
  if (isUsedUp) return refuseCoupon('coupon_already_used')
  return status === 'Usage Limit Reached' ? refuseCoupon('coupon_used_up') : null
}

export function minimumProblem({ minOrderAmount }: Pick<CouponTerms, 'minOrderAmount'>, subtotal: Money) {
  if (subtotal >= minOrderAmount) return null
  const message = `Minimum order amount is ${formatPrice(minOrderAmount)}`
  return err('coupon_minimum', { message })
}

export function couponDiscount(value: CouponValue, subtotal: Money): Money {
  return value.discountType === 'fixed' ? smaller(value.amount, subtotal) : share(subtotal, value.basisPoints)
}

export function valueText(value: CouponValue): string {
  return value.discountType === 'fixed'
    ? `${formatPrice(value.amount)} off`
    : `${value.basisPoints / 100}% off`
}
