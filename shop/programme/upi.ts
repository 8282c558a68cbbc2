/** The UPI address that a worker is paid at, and its changes: the rules, without the database. */
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** Time for the worker to stop somebody else's change. */
export const UPI_WAIT_MS = 24 * HOUR_MS

export const UPI_CHANGES_A_DAY = 5
export const UPI_CHANGES_WITHIN_MS = DAY_MS

/** How long a former phone number gets notice of changes. */
export const PHONE_HELD_MS = 7 * DAY_MS
/** A first address waits, too: somebody else may have used the card. */
export const CARD_WATCH_MS = 7 * DAY_MS

/** `newUpiId` null: removal. */
export type UpiChange = { newUpiId: string | null; countsFrom: Date }

/** `isUpiRefused`: the stored address is encrypted for another row, so `upiId` is null. */
export type UpiAddress = { upiId: string | null; isUpiRefused: boolean; upiChange: UpiChange | null }

/** The address that counts now, and a waiting change. */
export function upiAt({ upiId, isUpiRefused, upiChange }: UpiAddress, now: Date): UpiAddress {
  const isOver = upiChange !== null && upiChange.countsFrom <= now
  if (isOver) return { upiId: upiChange.newUpiId, isUpiRefused: false, upiChange: null }
  return { upiId, isUpiRefused, upiChange }
}

/** To be announced by a person, for a worker without email. */
export type UpiToTell = {
  id: string
  userId: string
  workerName: string
  groupName: string | null
  /** The number from before a recent change, or the current one. */
  phone: string | null
  askedByName: string | null
  askedAt: Date
  countsFrom: Date
  /** Counts already; too late to stop. */
  isOver: boolean
}
