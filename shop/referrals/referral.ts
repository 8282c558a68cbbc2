/** Referral codes and their rewards. */
import type { Money } from '#shop/kernel/money.ts'

/** Days for which a link's code is remembered. */
export const REMEMBERED_DAYS = 30

/** Off one order. */
export const REWARD_PERCENT = 20

/** Characters of the id in a code, unless the code is taken. */
const MIN_CODE_LENGTH = 6
/** All characters of the id are unique. */
export const MAX_COLLISIONS = 26

/** Brand and last six characters of the id, one more for each of `collisions` taken codes. */
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
  /** Discounts on the user's orders. */
  saved: Money
}
