/** Referral codes and their rewards. */
import type { Money } from '#shop/kernel/money.ts'

/** Days for which a link's code is remembered. */
export const REMEMBERED_DAYS = 30

/** The referrer's reward: percent off one order. */
export const REWARD_PERCENT = 20

/** Characters of the id in a code, unless it is taken. */
const MIN_CODE_LENGTH = 6
/** With all characters of the id a code is unique. */
export const MAX_COLLISIONS = 26

/** The beginning of this brand's codes: its letters and digits in upper case. */
function codePrefix(brand: string): string {
  return brand.toUpperCase().replace(/[^A-Z0-9]/g, '') || 'FRIEND'
}

/**
 * A user's code: the brand, then the last six characters of the user's id in upper case, plus one for each of
 * `collisions`, the codes already taken by other users.
 */
export function referralCode(brand: string, userId: string, collisions = 0): string {
  return (
    codePrefix(brand) +
    userId
      .replaceAll('-', '')
      .slice(-(MIN_CODE_LENGTH + collisions))
      .toUpperCase()
  )
}

export type ReferralStatistics = {
  /** People who signed up with the code. */
  total: number
  /** Those whose first order was delivered. */
  successful: number
  /** The others. */
  pending: number
  /** In paise: what the rewards took off the user's own orders. */
  saved: Money
}
