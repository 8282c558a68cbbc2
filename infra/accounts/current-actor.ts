import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Auth, SESSION } from '#infra/accounts/auth.ts'
import { coordinatedGroups, currentSession, type SessionUser } from '#infra/accounts/current-session.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'

export type CurrentActor = { actor: Actor; sessionId: string | null; setCookies: string[] }

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
  const cookies = headers.get('cookie') ?? ''
  if (!renews) return { actor: await actorOfCookies(asked, cookies), sessionId: null, setCookies: [] }
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

/** The actor of a Cookie header, without renewing the session; a visitor without a valid one. */
export async function actorOfCookies({ auth, db, now }: Asked, cookies: string): Promise<Actor> {
  if (!cookies.includes('session_token')) return VISITOR
  const { authCookies, secret } = await auth.$context
  const user = await currentSession(db, cookies, { name: authCookies.sessionToken.name, secret, now: now() })
  return user ? actorOf(user) : VISITOR
}

function isRenewalDue(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= (SESSION.expiresIn - SESSION.updateAge) * 1000
}

async function askLibrary(auth: Auth, db: Kysely<DB>, headers: Headers): Promise<CurrentActor> {
  const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  const setCookies = answer.getSetCookie()
  if (!response) return { actor: VISITOR, sessionId: null, setCookies }
  const { id, email, emailVerified, name, is_admin: isAdmin, is_worker: isWorker } = response.user
  const user = {
    id,
    email,
    emailVerified,
    fullName: name,
    isAdmin: isAdmin === true,
    isWorker: isWorker === true,
    coordinates: await coordinatedGroups(db, id),
  }
  return { actor: actorOf(user), sessionId: response.session.id, setCookies }
}

type User = Omit<SessionUser, 'sessionId' | 'expiresAt'>

function actorOf({ emailVerified: _, ...user }: User): Actor {
  return { kind: 'person', ...user }
}
