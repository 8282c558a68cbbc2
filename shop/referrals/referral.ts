/** Referral codes and their rewards. */
import type { Money } from '#shop/kernel/money.ts'

/** For how many days the code of a link is remembered. */
export const REMEMBERED_DAYS = 30

/** Discount of the reward coupon, for one order. */
export const REWARD_PERCENT = 20

/** How many characters of the id a code contains, unless that code is taken. */
const MIN_CODE_LENGTH = 6
/** After this many collisions the code contains the whole id, which is unique. */
export const MAX_COLLISIONS = 26

/** Returns the brand and the last six characters of the id, plus one character for each of `collisions`. */
export function referralCode(brand: string, userId: string, collisions = 0): string {
  const prefix = brand.toUpperCase().replace(/[^A-Z0-9]/g, '') || 'FRIEND'
  const id = userId.replaceAll('-', '').toUpperCase()
  return prefix + id.slice(-(MIN_CODE_LENGTH + collisions))
}

export type ReferralStatistics = {
  total: number
  /** Newcomers whose first order was delivered. */
  successful: number
  pending: number
  /** Sum of the discounts that rewards gave on the user's orders. */
  saved: Money
}
