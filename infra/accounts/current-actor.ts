import { sql } from 'kysely'
import { type Auth, isShort, SESSION } from '#infra/accounts/auth.ts'
import { currentSession, type SessionUser } from '#infra/accounts/current-session.ts'
import { endPhoneSession, phoneSession, phoneToken } from '#infra/accounts/worker-session.ts'
import { noteSecurity } from '#infra/logging/security-events.ts'
import type { Db } from '#shop/ctx.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { mustHaveFactor, sessionState } from '#shop/kernel/strength.ts'

/**
 * `pinWorker`: the worker of a PIN session, for the worker's routes only; null with an email session. `pending`: the
 * person of a session without its second factor; `actor` is then a visitor. `sessionId`: of an email session.
 */
export type CurrentActor = {
  actor: Actor
  pending: Person | null
  pinWorker: Person | null
  sessionId: string | null
  setCookies: string[]
}

type Source = { auth: Auth; db: Db; now: () => Date }
type EmailActor = Omit<CurrentActor, 'pinWorker'>

const NONE = { actor: VISITOR, pending: null, sessionId: null, setCookies: [] } as const satisfies EmailActor

/** Returns the actor of a request. `renew: false` is for responses that cannot set cookies. */
export async function currentActor(source: Source, headers: Headers, { renew } = { renew: true }) {
  const byEmail = await emailActor(source, headers, renew)
  const cookies = headers.get('cookie') ?? ''
  const token = phoneToken(cookies)
  if (token === null) return { ...byEmail, pinWorker: null }
  // A browser has one session: signing in by email ends its PIN session.
  if (byEmail.actor.kind === 'person') {
    const ended = renew ? await endPhoneSession(source.db, token) : []
    return { ...byEmail, pinWorker: null, setCookies: [...byEmail.setCookies, ...ended] }
  }
  const phone = await pinSession(source, cookies, renew)
  const setCookies = [...byEmail.setCookies, ...(phone?.setCookies ?? [])]
  return { ...byEmail, pinWorker: phone?.worker ?? null, setCookies }
}

async function pinSession({ auth, db, now }: Source, cookies: string, renew: boolean) {
  const isSecure = (await auth.$context).authCookies.sessionToken.attributes.secure === true
  return phoneSession(db, cookies, { now: now(), renew, isSecure, phoneKeys: auth.phoneKeys })
}

async function emailActor(source: Source, headers: Headers, renew: boolean): Promise<EmailActor> {
  const cookies = headers.get('cookie') ?? ''
  const found = await sessionByEmail(source, cookies)
  if (!renew) return found?.current ?? NONE
  const { auth, db, now } = source
  if (found === null) return NONE
  if (found.session === null) {
    noteSecurity({ event: 'session_use_after_expire', userId: null })
    return { ...NONE, setCookies: await renewByLibrary(auth, headers) }
  }
  const { session, state } = found
  if (state === 'ended') {
    noteSecurity({ event: 'session_expired', reason: 'timeout', userId: session.id })
    await db.deleteFrom('sessions').where('id', '=', session.sessionId).execute()
  }
  // A session that lacks its factor is not renewed.
  if (state === 'weak') return found.current
  if (state === 'strong' && session.staffRole) await updateLastUse(db, session, now())
  const needsCookies = state === 'ended' || isRenewalDue(session, now())
  return needsCookies ? { ...found.current, setCookies: await renewByLibrary(auth, headers) } : found.current
}

/** Returns the actor, who may be a worker signed in by PIN. Does not renew the session. For body limits only. */
export async function senderOfCookies(source: Source, cookies: string): Promise<Actor> {
  const found = await sessionByEmail(source, cookies)
  if (found?.current.actor.kind === 'person') return found.current.actor
  return (await pinSession(source, cookies, false))?.worker ?? VISITOR
}

type SessionLookup =
  | { session: SessionUser; state: ReturnType<typeof sessionState>; current: EmailActor }
  | { session: null; current: EmailActor }

/** Returns null without a session cookie; `session` is null if the cookie is forged or expired. */
async function sessionByEmail({ auth, db, now }: Source, cookies: string): Promise<SessionLookup | null> {
  if (!cookies.includes('session_token')) return null
  const { authCookies, secret } = await auth.$context
  const at = now()
  const session = await currentSession(db, cookies, { name: authCookies.sessionToken.name, secret, now: at })
  if (!session) return { session: null, current: NONE }
  const state = sessionState(session, { now: at, isDemo: auth.isDemo })
  if (state === 'ended') return { session, state, current: NONE }
  const { sessionId } = session
  const person = personOf(session, auth.isDemo)
  const current =
    state === 'weak' ? { ...NONE, pending: person, sessionId } : { ...NONE, actor: person, sessionId }
  return { session, state, current }
}

/** Writes the last use of a staff session, at most once a minute. */
async function updateLastUse(db: Db, { sessionId, lastUsedAt }: SessionUser, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: sql<Date>`greatest(last_used_at, ${now}::timestamptz)` })
    .where('id', '=', sessionId)
    .execute()
}

function isRenewalDue({ signedInAt, expiresAt }: SessionUser, now: Date): boolean {
  if (isShort({ createdAt: signedInAt, expiresAt })) return false
  return expiresAt.getTime() - now.getTime() <= (SESSION.expiresIn - SESSION.updateAge) * 1000
}

async function renewByLibrary(auth: Auth, headers: Headers): Promise<string[]> {
  const { headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  return answer.getSetCookie()
}

function personOf(
  { id, email, fullName, staffRole, isWorker, coordinates, ...session }: SessionUser,
  isDemo: boolean,
): Person {
  const rights = { staffRole, coordinates }
  // Without a factor there is nothing to verify.
  const factorAt = session.hasFactor || mustHaveFactor(rights, isDemo) ? session.factorAt : null
  return { kind: 'person', id, email, fullName, isWorker, ...rights, factorAt }
}
