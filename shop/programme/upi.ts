/** Rules for the UPI ID at which a worker is paid, and for its changes. */
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** How long a change waits, so that the worker can stop a change made by another person. */
export const UPI_WAIT_MS = 24 * HOUR_MS

export const UPI_CHANGES_A_DAY = 5
export const UPI_CHANGES_WITHIN_MS = DAY_MS

/** How long a former phone number is notified of changes. */
export const OLD_PHONE_MS = 7 * DAY_MS
/** How long after the use of a card admins also review a change, since another person may have used the card. */
export const CARD_WATCH_MS = 7 * DAY_MS

/** `newUpiId` null: the address is removed. */
export type UpiChange = { newUpiId: string | null; countsFrom: Date }

/** `isUpiCorrupt`: the stored address cannot be decrypted, so `upiId` is null. */
export type UpiAddress = { upiId: string | null; isUpiCorrupt: boolean; upiChange: UpiChange | null }

/** Returns the address that counts now and the waiting change. */
export function upiAt({ upiId, isUpiCorrupt, upiChange }: UpiAddress, now: Date): UpiAddress {
  const isOver = upiChange !== null && upiChange.countsFrom <= now
  if (isOver) return { upiId: upiChange.newUpiId, isUpiCorrupt: false, upiChange: null }
  return { upiId, isUpiCorrupt, upiChange }
}

/** A change about which a person must notify a worker without email. */
export type UpiNotice = {
  id: string
  userId: string
  workerName: string
  groupName: string | null
  /** The number to call: the replaced number if it was replaced recently, otherwise the current one. */
  phone: string | null
  askedByName: string | null
  askedAt: Date
  countsFrom: Date
  /** True if it already counts and can no longer be stopped. */
  isOver: boolean
}
