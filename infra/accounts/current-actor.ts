import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Auth, SESSION } from '#infra/accounts/auth.ts'
import { currentSession, type SessionUser, staffRights } from '#infra/accounts/current-session.ts'
import { endPhoneSession, phoneSession, phoneToken } from '#infra/accounts/worker-session.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'

/** `pinWorker`: the worker who is signed in by PIN, for her own routes only; there is none beside a session by email. */
export type CurrentActor = {
  actor: Actor
  pinWorker: Person | null
  sessionId: string | null
  setCookies: string[]
}

type Asked = { auth: Auth; db: Kysely<DB>; now: () => Date }

/**
 * The actor by the session cookie; without one no query runs. `setCookies`: those of a renewed session, for
 * the response. With `renews` false it is only read, for responses that can set no cookie.
 */
export async function currentActor(
  asked: Asked,
  headers: Headers,
  { renews } = { renews: true },
): Promise<CurrentActor> {
  const byEmail = await emailActor(asked, headers, renews)
  const cookies = headers.get('cookie') ?? ''
  const token = phoneToken(cookies)
  if (token === null) return { ...byEmail, pinWorker: null }
  // A browser has one session: signing in by email ends the one by PIN.
  if (byEmail.actor.kind === 'person') {
    const ended = renews ? await endPhoneSession(asked.db, token) : []
    return { ...byEmail, pinWorker: null, setCookies: [...byEmail.setCookies, ...ended] }
  }
  const phone = await pinSession(asked, cookies, renews)
  const setCookies = [...byEmail.setCookies, ...(phone?.setCookies ?? [])]
  return { ...byEmail, pinWorker: phone?.worker ?? null, setCookies }
}

/** The session by PIN in a Cookie header; null without a valid one. */
async function pinSession({ auth, db, now }: Asked, cookies: string, renews: boolean) {
  const isSecure = (await auth.$context).authCookies.sessionToken.attributes.secure === true
  return phoneSession(db, cookies, { now: now(), renews, isSecure })
}

async function emailActor(
  asked: Asked,
  headers: Headers,
  renews: boolean,
): Promise<Omit<CurrentActor, 'pinWorker'>> {
  const cookies = headers.get('cookie') ?? ''
  if (!renews) return { actor: await actorByEmail(asked, cookies), sessionId: null, setCookies: [] }
  const { auth, db, now } = asked
  if (!cookies.includes('session_token')) return { actor: VISITOR, sessionId: null, setCookies: [] }
  const { authCookies, secret } = await auth.$context
  const at = now()
  const session = await currentSession(db, cookies, { name: authCookies.sessionToken.name, secret, now: at })
  if (session && !isRenewalDue(session.expiresAt, at)) {
    const { sessionId, expiresAt: _, ...user } = session
    return { actor: actorOf(user), sessionId, setCookies: [] }
  }
  return askLibrary(auth, db, headers)
}

/**
 * The sender of a Cookie header, without renewing the session: also a worker who is signed in by PIN. Only for the limits
 * of bodies, which ask `withPin`.
 */
export async function senderOfCookies(asked: Asked, cookies: string): Promise<Actor> {
  const actor = await actorByEmail(asked, cookies)
  return actor.kind === 'person' ? actor : ((await pinSession(asked, cookies, false))?.worker ?? VISITOR)
}

async function actorByEmail({ auth, db, now }: Asked, cookies: string): Promise<Actor> {
  if (!cookies.includes('session_token')) return VISITOR
  const { authCookies, secret } = await auth.$context
  const user = await currentSession(db, cookies, { name: authCookies.sessionToken.name, secret, now: now() })
  return user ? actorOf(user) : VISITOR
}

function isRenewalDue(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= (SESSION.expiresIn - SESSION.updateAge) * 1000
}

async function askLibrary(
  auth: Auth,
  db: Kysely<DB>,
  headers: Headers,
): Promise<Omit<CurrentActor, 'pinWorker'>> {
  const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  const setCookies = answer.getSetCookie()
  if (!response) return { actor: VISITOR, sessionId: null, setCookies }
  const { id, email, emailVerified, name, is_worker: isWorker } = response.user
  const user = {
    id,
    email,
    emailVerified,
    fullName: name,
    isWorker: isWorker === true,
    ...(await staffRights(db, id)),
  }
  return { actor: actorOf(user), sessionId: response.session.id, setCookies }
}

type User = Omit<SessionUser, 'sessionId' | 'expiresAt'>

function actorOf({ emailVerified: _, ...user }: User): Actor {
  return { kind: 'person', ...user }
}
