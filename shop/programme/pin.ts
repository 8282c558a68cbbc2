/** Joining by card and signing in by phone number and PIN: the rules, without the database. */
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** How long a card is valid. */
export const CARD_DAYS = 3
/** Per coordinator. */
export const CARDS_A_DAY = 200
/** Wrong PINs in a row after which only a new card helps. Known phones are counted apart. */
export const MAX_WRONG_PINS = 10
/** The latest that a device cookie names. */
export const MAX_KNOWN_ACCOUNTS = 8

/** An account that a device signed in to. A later PIN or password makes it unknown again. */
export type KnownAccount = { userId: string; signedInAt: Date }
/** Accounts per phone number. Each attempt checks this many hashes, however many there are. */
export const MAX_PER_PHONE = 4
export const PIN_DIGITS = 6

/** Days after the last use. */
export const OWN_PHONE_DAYS = 30
/** Hours. Short, because browsers restore cookies of closed windows. */
export const SHARED_PHONE_HOURS = 12

export function sessionEnd(isShared: boolean, now: Date): Date {
  return new Date(now.getTime() + (isShared ? SHARED_PHONE_HOURS * HOUR_MS : OWN_PHONE_DAYS * DAY_MS))
}

/** Names the session whose stored screens open offline: end in ms or 'own', a dot, a mark. The server ignores it. */
export const SCREENS_COOKIE = 'worker_screens'

/** When stored screens close at the latest, in ms; null on an own phone. */
export function screensEnd(value: string | null): number | null {
  const end = Number.parseInt(value ?? '', 10)
  return Number.isNaN(end) ? null : end
}

export type PinProblem = 'not_six_digits' | 'too_easy'

/** `phone`: ten digits, of which the PIN must not be a part. */
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

/** `replaced`: a newer one was issued. */
export type CardState = 'open' | 'used' | 'replaced' | 'expired'

export type CardTimes = { expiresAt: Date; usedAt: Date | null; replacedAt: Date | null }

export function cardState({ expiresAt, usedAt, replacedAt }: CardTimes, now: Date): CardState {
  if (usedAt) return 'used'
  if (replacedAt) return 'replaced'
  return expiresAt > now ? 'open' : 'expired'
}

/** `card`: the open one and its batch. */
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
}
