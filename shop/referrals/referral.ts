/** Bringing friends: the code, and what came of it. */
import type { Money } from '#shop/kernel/money.ts'

/** How long a link with a code is remembered. */
export const REMEMBERED_DAYS = 30

/** What the referrer's thank-you takes off one order, in percent. */
export const REWARD_PERCENT = 20

/** Characters of the id in a code that nobody else would have. */
export const SHORTEST = 6
/** As long as an id is: no two users have the whole of it in common. */
export const MOST_COLLISIONS = 26

/** What all codes of this brand begin with: its letters and digits, in upper case. */
export function codePrefix(brand: string): string {
  return brand.toUpperCase().replace(/[^A-Z0-9]/g, '') || 'FRIEND'
}

/**
 * The code of a user: the brand, then the last characters of the user's id, all in upper case. Six of them, or one
 * more for each `collisions`: codes that other users have.
 */
export function referralCode(brand: string, userId: string, collisions = 0): string {
  return (
    codePrefix(brand) +
    userId
      .replaceAll('-', '')
      .slice(-(SHORTEST + collisions))
      .toUpperCase()
  )
}

export type ReferralStatistics = {
  /** People who came with the code. */
  total: number
  /** Their first order was delivered. */
  successful: number
  /** Not yet. */
  pending: number
  /** What the thank-yous took off the user's own orders. */
  saved: Money
}
