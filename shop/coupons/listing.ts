/** Filters of the admin's coupon list in the URL. */

import type { Coupon } from '#shop/coupons/coupon.ts'
import type { Money } from '#shop/kernel/money.ts'
import { searchText } from '#shop/kernel/text.ts'

export type CouponRecord = Coupon & {
  revenue: Money
  given: Money
  /** Null: everyone's. */
  customerName: string | null
}

export const COUPON_KINDS = ['all', 'everybody', 'thanks'] as const
/** `thanks`: a customer's referral reward. */
export type CouponKind = (typeof COUPON_KINDS)[number]

export type CouponListing = { text: string; kind: CouponKind; page: number }

const MAX_PAGES = 10_000

/** Ignores invalid values. */
export function readCouponListing(params: URLSearchParams): CouponListing {
  const page = Number(params.get('page') ?? 1)
  return {
    text: searchText(params, 100),
    kind: COUPON_KINDS.find((kind) => kind === params.get('kind')) ?? 'all',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1,
  }
}
