/** Bringing friends: the code, and what came of it. */
import type { Money } from '#shop/kernel/money.ts'

/** How long a link with a code is remembered. */
export const REMEMBERED_DAYS = 30

/** What the referrer's thank-you takes off one order, in percent. */
export const REWARD_PERCENT = 20

const SHORTEST = 6

/**
 * The code of a user: the brand, then the last characters of the user's id, all in upper case. Six of them, or one
 * more for each `collisions`: codes that other users have.
 */
export function referralCode(brand: string, userId: string, collisions = 0): string {
  const prefix = brand.toUpperCase().replace(/[^A-Z0-9]/g, '') || 'FRIEND'
  return (
    prefix +
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
