/** The admin's list of coupons: what it shows, and what it was asked for, which is the page's address. */
import type { Coupon } from '#shop/coupons/coupon.ts'
import type { Money } from '#shop/kernel/money.ts'

/** A coupon with the revenue of the sales that used it, and what it took off them. */
export type CouponRecord = Coupon & {
  revenue: Money
  given: Money
  /** Whose it is, when it is one customer's. */
  customerName: string | null
}

export const COUPON_KINDS = ['all', 'everybody', 'thanks'] as const
/** `thanks`: one customer's own, given for bringing a friend. */
export type CouponKind = (typeof COUPON_KINDS)[number]

export type CouponListing = { text: string; kind: CouponKind; page: number }

const MOST_PAGES = 10_000

/** Reads the address; what makes no sense in it counts as not asked. */
export function readCouponListing(params: URLSearchParams): CouponListing {
  const page = Number(params.get('page') ?? 1)
  return {
    text: (params.get('q') ?? '').trim().slice(0, 100),
    kind: COUPON_KINDS.find((kind) => kind === params.get('kind')) ?? 'all',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  }
}
