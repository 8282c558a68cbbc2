import type { Actor, Person } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'

/** Sensitive actions need a proof within this time. */
const FRESH_MS = 10 * MINUTE_MS

const STAFF_IDLE_MS = 30 * MINUTE_MS
export const MAX_STAFF_SESSION_MS = 12 * HOUR_MS

/** Measured from the sign-in, however much the session is used. */
export const MAX_SESSION_MS = 180 * DAY_MS

/** Pages append a link to the page for confirming. */
export const CONFIRM_FIRST = 'Please confirm that it is you, then send this again.'

type Rights = Pick<Person, 'staffRole' | 'coordinates'>

/** True for staff and coordinators of a real shop, who see other people's data. */
export function mustHaveFactor({ staffRole, coordinates }: Rights, isDemo: boolean): boolean {
  return !isDemo && (staffRole !== null || coordinates.length > 0)
}

export type SessionTimes = {
  signedInAt: Date
  /** Only recorded for staff, to the minute. */
  lastUsedAt: Date | null
  /** When the second factor was last proven in this session. */
  factorAt: Date | null
}

type SessionUse = Pick<SessionTimes, 'signedInAt' | 'lastUsedAt'> & { staffRole: string | null }

export function isSessionOver({ staffRole, signedInAt, lastUsedAt }: SessionUse, now: Date): boolean {
  const age = (since: Date) => now.getTime() - since.getTime()
  if (staffRole === null) return age(signedInAt) >= MAX_SESSION_MS
  return age(signedInAt) >= MAX_STAFF_SESSION_MS || age(lastUsedAt ?? signedInAt) >= STAFF_IDLE_MS
}

/** 'ended': past its limits. 'weak': without the second factor that it needs, so it counts as a visitor's. */
export function sessionState(
  { factorAt, hasFactor, ...session }: SessionTimes & Rights & { hasFactor: boolean },
  { now, isDemo }: { now: Date; isDemo: boolean },
): 'ended' | 'weak' | 'strong' {
  if (isSessionOver(session, now)) return 'ended'
  if (factorAt !== null) return 'strong'
  return hasFactor || mustHaveFactor(session, isDemo) ? 'weak' : 'strong'
}

/** `confirmedAt`: when the password was entered again. */
export type Proofs = Pick<SessionTimes, 'signedInAt' | 'factorAt'> & {
  confirmedAt: Date | null
  hasFactor: boolean
}

/**
 * True if the person proved who they are within ten minutes: by the second factor or, without one, by sign-in or
 * password. Required for changing sign-in data and for ending sessions.
 */
export function isJustProven({ hasFactor, ...at }: Proofs, now: Date): boolean {
  const proofs = hasFactor ? [at.factorAt] : [at.signedInAt, at.confirmedAt, at.factorAt]
  return proofs.some((proof) => proof !== null && now.getTime() - proof.getTime() <= FRESH_MS)
}

/** True if the actor proved the second factor within ten minutes, or has none and needs none. Never for API keys. */
export function isFresh({ actor, now, config }: { actor: Actor; now: Date; config: { isDemo: boolean } }) {
  if (actor.kind === 'visitor' || actor.scopes) return false
  if (actor.factorAt === null) return !mustHaveFactor(actor, config.isDemo)
  return now.getTime() - actor.factorAt.getTime() <= FRESH_MS
}
