import { sql } from 'kysely'
import { type Auth, SESSION } from '#infra/accounts/auth.ts'
import { currentSession, type SessionUser } from '#infra/accounts/current-session.ts'
import { endPhoneSession, phoneSession, phoneToken } from '#infra/accounts/worker-session.ts'
import { noteSecurity } from '#infra/logging/security-events.ts'
import type { Db } from '#shop/ctx.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { mustHaveFactor, sessionState } from '#shop/kernel/strength.ts'

/**
 * `pinWorker`: signed in by PIN, for the worker's routes only; never beside an email session.
 * `pending`: the session lacks the second factor; the actor is a visitor then. `sessionId`: of either person.
 */
export type CurrentActor = {
  actor: Actor
  pending: Person | null
  pinWorker: Person | null
  sessionId: string | null
  setCookies: string[]
}

type Asked = { auth: Auth; db: Db; now: () => Date }
type ByEmail = Omit<CurrentActor, 'pinWorker'>

const NOBODY = { actor: VISITOR, pending: null, sessionId: null, setCookies: [] } as const satisfies ByEmail

/** Returns the actor of a request. Without `renews` the session is only read, for responses that can set no cookie. */
export async function currentActor(source: Asked, headers: Headers, { renews } = { renews: true }) {
  const byEmail = await emailActor(source, headers, renews)
  const cookies = headers.get('cookie') ?? ''
  const token = phoneToken(cookies)
  if (token === null) return { ...byEmail, pinWorker: null }
  // A browser has one session: signing in by email ends the one by PIN.
  if (byEmail.actor.kind === 'person') {
    const ended = renews ? await endPhoneSession(source.db, token) : []
    return { ...byEmail, pinWorker: null, setCookies: [...byEmail.setCookies, ...ended] }
  }
  const phone = await pinSession(source, cookies, renews)
  const setCookies = [...byEmail.setCookies, ...(phone?.setCookies ?? [])]
  return { ...byEmail, pinWorker: phone?.worker ?? null, setCookies }
}

async function pinSession({ auth, db, now }: Asked, cookies: string, renews: boolean) {
  const isSecure = (await auth.$context).authCookies.sessionToken.attributes.secure === true
  return phoneSession(db, cookies, { now: now(), renews, isSecure })
}

async function emailActor(source: Asked, headers: Headers, renews: boolean): Promise<ByEmail> {
  const cookies = headers.get('cookie') ?? ''
  const found = await sessionByEmail(source, cookies)
  if (!renews) return found?.who ?? NOBODY
  const { auth, db, now } = source
  if (found === null) return NOBODY
  if (found.session === null) {
    noteSecurity({ event: 'session_use_after_expire', userId: null })
    return { ...NOBODY, setCookies: await askLibrary(auth, headers) }
  }
  const { session, state } = found
  if (state === 'ended') {
    noteSecurity({ event: 'session_expired', reason: 'timeout', userId: session.id })
    await db.deleteFrom('sessions').where('id', '=', session.sessionId).execute()
  }
  // A session that lacks its factor is not renewed.
  if (state === 'weak') return found.who
  if (state === 'strong' && session.staffRole) await noteUse(db, session, now())
  const isDue = state === 'ended' || isRenewalDue(session.expiresAt, now())
  return isDue ? { ...found.who, setCookies: await askLibrary(auth, headers) } : found.who
}

/** Returns the actor, also a worker signed in by PIN, without renewing the session. For body limits only. */
export async function senderOfCookies(source: Asked, cookies: string): Promise<Actor> {
  const found = await sessionByEmail(source, cookies)
  if (found?.who.actor.kind === 'person') return found.who.actor
  return (await pinSession(source, cookies, false))?.worker ?? VISITOR
}

type Found =
  | { session: SessionUser; state: ReturnType<typeof sessionState>; who: ByEmail }
  | { session: null; who: ByEmail }

/** Returns null without a session cookie; `session` is null if the cookie is forged or expired. */
async function sessionByEmail({ auth, db, now }: Asked, cookies: string): Promise<Found | null> {
  if (!cookies.includes('session_token')) return null
  const { authCookies, secret } = await auth.$context
  const at = now()
  const session = await currentSession(db, cookies, { name: authCookies.sessionToken.name, secret, now: at })
  if (!session) return { session: null, who: NOBODY }
  const state = sessionState(session, { now: at, isDemo: auth.isDemo })
  if (state === 'ended') return { session, state, who: NOBODY }
  const { sessionId } = session
  const person = personOf(session, auth.isDemo)
  const who =
    state === 'weak' ? { ...NOBODY, pending: person, sessionId } : { ...NOBODY, actor: person, sessionId }
  return { session, state, who }
}

/** Writes the last use of a staff session, at most once a minute. */
async function noteUse(db: Db, { sessionId, lastUsedAt }: SessionUser, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: sql<Date>`greatest(last_used_at, ${now}::timestamptz)` })
    .where('id', '=', sessionId)
    .execute()
}

function isRenewalDue(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= (SESSION.expiresIn - SESSION.updateAge) * 1000
}

async function askLibrary(auth: Auth, headers: Headers): Promise<string[]> {
  const { headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  return answer.getSetCookie()
}

function personOf(
  { id, email, fullName, staffRole, isWorker, coordinates, ...session }: SessionUser,
  isDemo: boolean,
): Person {
  const rights = { staffRole, coordinates }
  // A person without a factor has nothing to prove.
  const factorAt = session.hasFactor || mustHaveFactor(rights, isDemo) ? session.factorAt : null
  return { kind: 'person', id, email, fullName, isWorker, ...rights, factorAt }
}
