import type { Coupon } from '#shop/coupons/coupon.ts'
import { choiceFilter, type FilterValues, searchFilter } from '#shop/kernel/filters.ts'
import type { Money } from '#shop/kernel/money.ts'

export type CouponRecord = Coupon & {
  revenue: Money
  given: Money
  /** Null: everyone's. */
  customerName: string | null
}

/** `thanks`: a customer's referral reward. */
export const COUPON_FILTERS = {
  text: searchFilter('Search by code or name'),
  kind: choiceFilter('Show', { everybody: 'For everyone', thanks: 'Referral rewards' }, { any: 'All' }),
}

export type CouponFilters = FilterValues<typeof COUPON_FILTERS>
