/** Rules for joining by card and signing in by phone number and PIN. */
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** How long a card is valid. */
export const CARD_DAYS = 3
/** The most cards that a coordinator may issue in 24 hours. */
export const CARDS_A_DAY = 200
/** After this many wrong PINs in a row, only a new card unlocks the account. Known phones have a count of their own. */
export const MAX_WRONG_PINS = 10
/** A device cookie stores the latest accounts, at most this many: a group may share a phone. Each takes 50 bytes. */
export const MAX_KNOWN_ACCOUNTS = 24

/** An account that a device has signed in to. It becomes unknown after a change of PIN or password. */
export type KnownAccount = { userId: string; signedInAt: Date }
/** Maximum of accounts with one phone number. Each attempt checks this many hashes, even for fewer accounts. */
export const MAX_PER_PHONE = 4
export const PIN_DIGITS = 6

/** A session on the worker's own phone ends after this many days without use. */
export const OWN_PHONE_DAYS = 30
/** Short, because browsers restore cookies of closed windows. */
export const SHARED_PHONE_HOURS = 12

export function sessionEnd(isShared: boolean, now: Date): Date {
  return new Date(now.getTime() + (isShared ? SHARED_PHONE_HOURS * HOUR_MS : OWN_PHONE_DAYS * DAY_MS))
}

/**
 * Identifies the session whose stored screens open offline, and contains the keys of the worker's unsent work: `<end
 * in ms, or own>.<mark>.<user id>.<keys>`. The server reads it only to renew it.
 */
export const SCREENS_COOKIE = 'worker_screens'

/** Returns the time in ms after which stored screens no longer open; null on the worker's own phone. */
export function screensEnd(value: string | null): number | null {
  const end = Number.parseInt(value ?? '', 10)
  return Number.isNaN(end) ? null : end
}

/** Returns the part of the cookie that identifies the session, without keys. */
export function screensMark(value: string | null): string | null {
  return value === null ? null : value.split('.', 2).join('.')
}

/** Returns the keys of this worker's unsent work, newest first. Returns none if the cookie is another person's. */
export function screensKeys(value: string | null, userId: string): string[] {
  const [, , owner, ...keys] = value?.split('.') ?? []
  return owner === userId ? keys : []
}

/** `phone`: ten digits, which must not contain the PIN. */
export function pinProblem(pin: string, phone: string | null) {
  if (!/^\d{6}$/.test(pin)) return 'not_six_digits'
  return isPattern(pin) || phone?.includes(pin) ? 'too_easy' : null
}

/** True for 000000, 121212, 123123 and every run such as 123456, 678901 or 654321. */
function isPattern(pin: string): boolean {
  if ([1, 2, 3].some((length) => pin === pin.slice(0, length).repeat(PIN_DIGITS / length))) return true
  const steps = [...pin.slice(1)].map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10)
  return steps.every((step) => step === 1) || steps.every((step) => step === 9)
}

/** 'replaced': a newer card was issued, or the card's issuer no longer coordinates the worker's group. */
export type CardState = 'open' | 'used' | 'replaced' | 'expired'

export type CardTimes = { expiresAt: Date; usedAt: Date | null; replacedAt: Date | null }

export function cardState({ expiresAt, usedAt, replacedAt }: CardTimes, now: Date): CardState {
  if (usedAt) return 'used'
  if (replacedAt) return 'replaced'
  return expiresAt > now ? 'open' : 'expired'
}

/** `card`: the open card. `phones`: number of signed-in phones. `hasWork`: has pay or a task that is not withdrawn. */
export type WorkerSignIn = {
  userId: string
  fullName: string
  groupName: string | null
  phone: string | null
  hasEmail: boolean
  isStaff: boolean
  pin: 'none' | 'set' | 'locked'
  card: { batchId: string; expiresAt: Date } | null
  phones: number
  hasWork: boolean
}
