/** Which sessions count, and for how long: the second factor, and the time limits of staff. */
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'

/** Sensitive actions need a proof within this time. */
const FRESH_MS = 10 * MINUTE_MS

/** A staff session ends after so long without use, and so long after signing in. */
const STAFF_IDLE_MS = 30 * MINUTE_MS
export const STAFF_LONGEST_MS = 12 * HOUR_MS

/** Any other session ends so long after signing in, however much it is used. */
export const LONGEST_MS = 180 * DAY_MS

/** The refusal of a sensitive action whose factor was proven longer ago; pages add a link to it. */
export const CONFIRM_FIRST = 'Please confirm that it is you, then send this again.'

type Rights = Pick<Person, 'staffRole' | 'coordinates'>

/** True for staff and coordinators of a real shop, who see other people's data. */
export function mustHaveFactor({ staffRole, coordinates }: Rights, isDemo: boolean): boolean {
  return !isDemo && (staffRole !== null || coordinates.length > 0)
}

export type SessionTimes = {
  signedInAt: Date
  /** Known of staff only, to the minute. */
  lastUsedAt: Date | null
  /** When the second factor was last proven in this session; null: never. */
  factorAt: Date | null
}

/** True for a session that is too old, or one of staff that has been idle too long. */
export function isSessionOver(
  {
    staffRole,
    signedInAt,
    lastUsedAt,
  }: Pick<SessionTimes, 'signedInAt' | 'lastUsedAt'> & { staffRole: string | null },
  now: Date,
): boolean {
  const age = (since: Date) => now.getTime() - since.getTime()
  if (staffRole === null) return age(signedInAt) >= LONGEST_MS
  return age(signedInAt) >= STAFF_LONGEST_MS || age(lastUsedAt ?? signedInAt) >= STAFF_IDLE_MS
}

/**
 * 'ended': a session past its limits. 'weak': it needs a factor and none was proven in it, so its browser is a
 * visitor's. 'strong': it counts. How the session began makes no difference.
 */
export function sessionState(
  { factorAt, hasFactor, ...session }: SessionTimes & Rights & { hasFactor: boolean },
  { now, isDemo }: { now: Date; isDemo: boolean },
): 'ended' | 'weak' | 'strong' {
  if (isSessionOver(session, now)) return 'ended'
  if (factorAt !== null) return 'strong'
  return hasFactor || mustHaveFactor(session, isDemo) ? 'weak' : 'strong'
}

/** What a session has proven, and when. `confirmedAt`: the password, asked for again. */
export type Proofs = Pick<SessionTimes, 'signedInAt' | 'factorAt'> & {
  confirmedAt: Date | null
  hasFactor: boolean
}

/**
 * True when the session's person was there within ten minutes: proved the factor; or, without one, signed in or gave the
 * password again. Asked before what lets a person in is changed, and before sessions are ended.
 */
export function isJustProven({ hasFactor, ...at }: Proofs, now: Date): boolean {
  const proofs = hasFactor ? [at.factorAt] : [at.signedInAt, at.confirmedAt, at.factorAt]
  return proofs.some((proof) => proof !== null && now.getTime() - proof.getTime() <= FRESH_MS)
}

/**
 * True when the actor has proven the factor within ten minutes, or has none and need not have one: a customer, or an
 * account of the demonstration.
 */
export function isFresh({
  actor,
  now,
  config,
}: {
  actor: Actor
  now: Date
  config: { isDemo: boolean }
}): boolean {
  if (actor.kind === 'visitor') return false
  if (actor.factorAt === null) return !mustHaveFactor(actor, config.isDemo)
  return now.getTime() - actor.factorAt.getTime() <= FRESH_MS
}
