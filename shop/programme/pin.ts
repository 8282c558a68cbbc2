/** Joining by card and signing in by phone number and PIN: the rules, without the database. */
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** Days for which a card may be used. */
export const CARD_DAYS = 3
/** Cards that a coordinator may make within a day. */
export const CARDS_A_DAY = 200
/** Wrong PINs in a row after which only a new card helps; phones that know the account and all others are counted apart. */
export const MAX_WRONG_PINS = 10
/** Accounts that a device cookie names: the latest. */
export const MAX_KNOWN_ACCOUNTS = 8

/** An account that a device has signed in to. A PIN or password set later makes the device unknown. */
export type KnownAccount = { userId: string; signedInAt: Date }
/** Accounts that may sign in with one phone number. Each try costs as many checks, however many there are. */
export const MAX_PER_PHONE = 4
export const PIN_DIGITS = 6

/** Days for which a worker's own phone stays signed in after its last use. */
export const OWN_PHONE_DAYS = 30
/** Hours on a shared phone, whose browser may restore the cookie of a closed window. */
export const SHARED_PHONE_HOURS = 12

/** When a session that is used now ends. */
export function sessionEnd(isShared: boolean, now: Date): Date {
  return new Date(now.getTime() + (isShared ? SHARED_PHONE_HOURS * HOUR_MS : OWN_PHONE_DAYS * DAY_MS))
}

/**
 * The cookie by which the phone knows, without a network, whose stored screens it may open. It grants no access. Its value: when
 * the session ends, in ms, on a shared phone, else 'own'; a dot; a mark of the session.
 */
export const SCREENS_COOKIE = 'worker_screens'

/** When screens that were stored with this value close at the latest, in ms; null for an own phone, or without a PIN. */
export function screensEnd(value: string | null): number | null {
  const end = Number.parseInt(value ?? '', 10)
  return Number.isNaN(end) ? null : end
}

export type PinProblem = 'not_six_digits' | 'too_easy'

/** The problem with a new PIN; null for a good one. `phone`: her ten digits, parts of which are no secret. */
export function pinProblem(pin: string, phone: string | null): PinProblem | null {
  if (!/^\d{6}$/.test(pin)) return 'not_six_digits'
  return isPattern(pin) || phone?.includes(pin) ? 'too_easy' : null
}

/** 000000, 121212, 123123, and every run such as 123456, 678901 or 654321. */
function isPattern(pin: string): boolean {
  if ([1, 2, 3].some((length) => pin === pin.slice(0, length).repeat(PIN_DIGITS / length))) return true
  const steps = [...pin.slice(1)].map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10)
  return steps.every((step) => step === 1) || steps.every((step) => step === 9)
}

/** The state of a card. `replaced`: a newer one was made. */
export type CardState = 'open' | 'used' | 'replaced' | 'expired'

export type CardTimes = { expiresAt: Date; usedAt: Date | null; replacedAt: Date | null }

export function cardState({ expiresAt, usedAt, replacedAt }: CardTimes, now: Date): CardState {
  if (usedAt) return 'used'
  if (replacedAt) return 'replaced'
  return expiresAt > now ? 'open' : 'expired'
}

/** A card as the page for printing shows it. */
export type ListedCard = {
  id: string
  /** Of the token in its link. */
  tokenHash: string
  fullName: string
  groupName: string | null
  phone: string | null
  expiresAt: Date
  state: CardState
}

/** How a worker signs in. `card`: an open one, whose page is that of its batch. */
export type WorkerSignIn = {
  userId: string
  fullName: string
  groupName: string | null
  phone: string | null
  hasEmail: boolean
  isStaff: boolean
  pin: 'none' | 'set' | 'locked'
  card: { batchId: string; expiresAt: Date } | null
  /** Phones that are signed in by PIN. */
  phones: number
}
