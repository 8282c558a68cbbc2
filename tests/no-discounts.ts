import type { Discounts } from '#shop/pricing/discounts.ts'

export const NO_DISCOUNTS: Discounts = {
  coupon: null,
  refusedCoupon: null,
  referral: null,
  sameHousehold: null,
  isFirstOrder: false,
  isKnownHousehold: false,
  offers: { firstOrderOffer: false, referralPercent: 0 },
}
