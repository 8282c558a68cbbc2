/** What a coupon is, when it may be used, and what it takes off. */
import type { CouponFields } from '#shop/coupons/coupon-fields.ts'
import { formatPrice, type Money, rupees, share, smaller, toRupees } from '#shop/kernel/money.ts'

/** What a coupon takes off: `basisPoints` hundredths of a percent of the subtotal, or a fixed amount. */
export type CouponValue =
  | { discountType: 'percentage'; basisPoints: number }
  | { discountType: 'fixed'; amount: Money }

/** The part of a coupon that anybody who knows its code may see. */
export type CouponTerms = {
  code: string
  name: string
  value: CouponValue
  /** The least subtotal with which it may be used. */
  minOrderAmount: Money
}

export type Coupon = CouponTerms &
  Omit<CouponFields, 'discountType' | 'discountValue'> & {
    id: string
    /** How many orders that count have used it. */
    currentUses: number
    /** The only account that may use it; null for everybody's. */
    customerId: string | null
    createdAt: Date
    /** When an admin last changed it. */
    updatedAt: Date
  }

/** The coupon with its value in two fields, in percent or rupees, as forms and API write it. */
export function toFields({ value, ...coupon }: Coupon): CouponFields {
  const isFixed = value.discountType === 'fixed'
  const discountValue = isFixed ? toRupees(value.amount) : value.basisPoints / 100
  return { ...coupon, discountType: value.discountType, discountValue }
}

/** The value that the two fields say together. */
export function couponValue({
  discountType,
  discountValue,
}: Pick<CouponFields, 'discountType' | 'discountValue'>): CouponValue {
  return discountType === 'fixed'
    ? { discountType, amount: rupees(discountValue) }
    : { discountType, basisPoints: Math.round(discountValue * 100) }
}

export const COUPON_STATUSES = ['Active', 'Inactive', 'Expired', 'Usage Limit Reached'] as const
export type CouponStatus = (typeof COUPON_STATUSES)[number]

type Standing = Pick<Coupon, 'isActive' | 'expiryDate' | 'maxUses' | 'currentUses'>

/** How a coupon stands: the first of its troubles, or Active. */
export function couponStatus(coupon: Standing, now: Date): CouponStatus {
  const { isActive, expiryDate, maxUses, currentUses } = coupon
  if (!isActive) return 'Inactive'
  if (expiryDate !== null && expiryDate < now) return 'Expired'
  if (maxUses !== null && currentUses >= maxUses) return 'Usage Limit Reached'
  return 'Active'
}

/**
 * What an entered code comes to grief on. The last two are about a friend's code, which is entered like a coupon;
 * `too_many_codes`: none is looked up for now, because the caller has tried too many wrong ones.
 */
export type CouponProblem =
  | 'coupon_invalid'
  | 'coupon_expired'
  | 'coupon_used_up'
  | 'coupon_already_used'
  | 'coupon_minimum'
  | 'too_many_codes'
  | 'referral_own'
  | 'referral_not_first'

/** A code that cannot be used, and why in words; `waitSeconds` with `too_many_codes` alone. */
export type CouponRefusal = { ok: false; reason: CouponProblem; message: string; waitSeconds?: number }

const WORDS: Record<Exclude<CouponProblem, 'coupon_minimum' | 'too_many_codes'>, string> = {
  coupon_invalid: 'Invalid coupon code',
  coupon_expired: 'This coupon has expired',
  coupon_used_up: 'This coupon has reached its usage limit',
  coupon_already_used: 'You have already used this coupon',
  referral_own: 'You cannot use your own referral code',
  referral_not_first: 'A friend’s code is for a first order',
}

export function refuseCoupon(reason: keyof typeof WORDS): CouponRefusal {
  return { ok: false, reason, message: WORDS[reason] }
}

/** No code is looked up for so long. */
export function refuseAllCodes(waitSeconds: number): CouponRefusal {
  const minutes = Math.ceil(waitSeconds / 60)
  const message = `Too many wrong codes. Please wait ${minutes} min and try again.`
  return { ok: false, reason: 'too_many_codes', message, waitSeconds }
}

/**
 * Why this customer cannot use the coupon, whatever is in the cart; null when nothing stands in the way. One that is
 * switched off, or somebody else's, is answered like one that is not there. `uses` is how often the customer has.
 */
export function couponProblem(
  coupon: Coupon | null,
  { customerId, uses, now }: { customerId: string | null; uses: number; now: Date },
): CouponRefusal | null {
  if (!coupon?.isActive) return refuseCoupon('coupon_invalid')
  if (coupon.customerId !== null && coupon.customerId !== customerId) return refuseCoupon('coupon_invalid')
  const status = couponStatus(coupon, now)
  if (status === 'Expired') return refuseCoupon('coupon_expired')
  const isUsed = coupon.maxUsesPerCustomer !== null && uses >= coupon.maxUsesPerCustomer
  if (isUsed) return refuseCoupon('coupon_already_used')
  return status === 'Usage Limit Reached' ? refuseCoupon('coupon_used_up') : null
}

/** Why the coupon does not go with goods of this worth; null when it does. */
export function minimumProblem(
  { minOrderAmount }: Pick<CouponTerms, 'minOrderAmount'>,
  subtotal: Money,
): CouponRefusal | null {
  if (subtotal >= minOrderAmount) return null
  const message = `Minimum order amount is ${formatPrice(minOrderAmount)}`
  return { ok: false, reason: 'coupon_minimum', message }
}

/** What the coupon takes off a subtotal: never more than it. */
export function couponDiscount(value: CouponValue, subtotal: Money): Money {
  return value.discountType === 'fixed' ? smaller(value.amount, subtotal) : share(subtotal, value.basisPoints)
}

/** '20% off' or '₹100 off'. */
export function valueText(value: CouponValue): string {
  return value.discountType === 'fixed'
    ? `${formatPrice(value.amount)} off`
    : `${value.basisPoints / 100}% off`
}
