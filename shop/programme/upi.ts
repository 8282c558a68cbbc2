/** The UPI address that a worker is paid at, and its changes: the rules, without the database. */
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** How long a change waits, so that whoever did not ask for it can stop it. */
export const UPI_WAIT_MS = 24 * HOUR_MS

/** Changes of one worker's address that may be asked for in a day. */
export const UPI_CHANGES_A_DAY = 5
export const UPI_CHANGES_WITHIN_MS = DAY_MS

/** How long after a change of her phone number the one before is told of a change of her UPI address. */
export const PHONE_HELD_MS = 7 * DAY_MS
/** After a card was used, which may have been somebody else, a first address waits as well. */
export const CARD_WATCH_MS = 7 * DAY_MS

/** A change that was asked for and not stopped. `newUpiId` null: no address any more. */
export type UpiChange = { newUpiId: string | null; countsFrom: Date }

/** `isUpiRefused`: there is an address, but the stored one is not this worker's, so it is null here. */
export type UpiAddress = { upiId: string | null; isUpiRefused: boolean; upiChange: UpiChange | null }

/** The address that counts at this moment, and the one that will count later, if any. */
export function upiAt({ upiId, isUpiRefused, upiChange }: UpiAddress, now: Date): UpiAddress {
  const isOver = upiChange !== null && upiChange.countsFrom <= now
  if (isOver) return { upiId: upiChange.newUpiId, isUpiRefused: false, upiChange: null }
  return { upiId, isUpiRefused, upiChange }
}

/** A change that somebody has to tell the worker of, because she has no email address. */
export type UpiToTell = {
  id: string
  userId: string
  workerName: string
  groupName: string | null
  /** Her number when the change was asked for; the one before, if that was changed in the days before it. */
  phone: string | null
  askedByName: string | null
  askedAt: Date
  countsFrom: Date
  /** True once the new address counts: too late to stop. */
  isOver: boolean
}
