import type { Coupon } from '#shop/coupons/coupon.ts'
import { choiceFilter, type FilterValues, searchFilter } from '#shop/kernel/filters.ts'
import type { Money } from '#shop/kernel/money.ts'

export type CouponRecord = Coupon & {
  revenue: Money
  discountGiven: Money
  /** Null if everyone may use it. */
  customerName: string | null
}

/** The filters of the list of coupons. `thanks`: referral rewards. */
export const COUPON_FILTERS = {
  text: searchFilter('Search by code or name'),
  kind: choiceFilter('Show', { everybody: 'For everyone', thanks: 'Referral rewards' }, { any: 'All' }),
}

export type CouponFilters = FilterValues<typeof COUPON_FILTERS>
