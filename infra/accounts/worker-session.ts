import { serialize } from 'hono/utils/cookie'
import { type Selectable, sql } from 'kysely'
import type { WorkerSessions } from '#db/types.ts'
import { cookieOf } from '#infra/accounts/current-session.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS, DAY_SECONDS } from '#shop/kernel/duration.ts'
import { MAX_SESSION_MS } from '#shop/kernel/strength.ts'
import { OWN_PHONE_DAYS, SCREENS_COOKIE, screensKeys, sessionEnd } from '#shop/programme/pin.ts'
import { deletePhoneSession } from '#shop/programme/sign-in.sql.ts'

export const WORKER_COOKIE = 'worker_session'

type Row = Pick<Person, 'id' | 'email' | 'fullName'> &
  Pick<Selectable<WorkerSessions>, 'isShared' | 'startedAt' | 'lastSeenAt' | 'expiresAt'>

export function phoneToken(cookies: string): string | null {
  return cookies.includes(WORKER_COOKIE) ? cookieOf(cookies, WORKER_COOKIE) || null : null
}

/** On a shared phone the cookie ends with the browser. */
export function phoneCookie(token: string, { isShared, isSecure }: { isShared: boolean; isSecure: boolean }) {
  const lifetime = isShared ? {} : { maxAge: OWN_PHONE_DAYS * DAY_SECONDS }
  return serialize(WORKER_COOKIE, token, {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'Lax',
    ...lifetime,
  })
}

type ScreensCookie = { isShared: boolean; isSecure: boolean; endsAt: Date; userId: string; keys: string[] }

/** Names the session whose stored screens open on the phone offline. It gives no access to the server. */
export function screensCookie(token: string, cookie: ScreensCookie): string {
  const { isShared, isSecure, endsAt, userId, keys } = cookie
  const mark = tokenHash(`screens ${token}`).slice(0, 16)
  const lifetime = isShared ? {} : { maxAge: OWN_PHONE_DAYS * DAY_SECONDS }
  const value = [isShared ? endsAt.getTime() : 'own', mark, userId, ...keys].join('.')
  return serialize(SCREENS_COOKIE, value, { path: '/', secure: isSecure, sameSite: 'Lax', ...lifetime })
}

export function clearPhoneCookies(): string[] {
  return [
    serialize(WORKER_COOKIE, '', { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 0 }),
    serialize(SCREENS_COOKIE, '', { path: '/', sameSite: 'Lax', maxAge: 0 }),
  ]
}

type Renewal = { now: Date; renew: boolean; isSecure: boolean; phoneKeys: Ctx['phoneKeys'] }

/**
 * Returns the worker of a valid PIN session, renewed once a day until `MAX_SESSION_MS`. Returns null for former
 * workers and for staff, who must sign in by email. A phone without the worker's keys gets them again.
 */
export async function phoneSession(
  db: Db,
  cookies: string,
  { now, renew, isSecure, phoneKeys }: Renewal,
): Promise<{ worker: Person; setCookies: string[] } | null> {
  const token = phoneToken(cookies)
  if (token === null) return null
  const { rows } = await sql<Row>`
    select users.id, email, full_name, is_shared, started_at, last_seen_at, expires_at
    from worker_sessions join users on users.id = worker_sessions.user_id
    where token_hash = ${tokenHash(token)} and expires_at > ${now}::timestamptz
      and is_worker and staff_role is null and deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { isShared, startedAt, lastSeenAt, expiresAt, ...person } = row
  // A PIN opens only the worker's own screens.
  const rights = { staffRole: null, isWorker: true, coordinates: [], factorAt: null, withPin: true } as const
  const worker: Person = { kind: 'person', ...person, ...rights }
  if (!renew) return { worker, setCookies: [] }
  const { id: userId } = worker
  const isDue = !isShared && now.getTime() - lastSeenAt.getTime() >= DAY_MS
  if (!isDue && screensKeys(cookieOf(cookies, SCREENS_COOKIE), userId).length > 0)
    return { worker, setCookies: [] }
  const keys = phoneKeys(userId)
  const screens = screensCookie(token, { isShared, isSecure, endsAt: expiresAt, userId, keys })
  if (!isDue) return { worker, setCookies: [screens] }
  await db
    .updateTable('workerSessions')
    .set({ lastSeenAt: now, expiresAt: earlier(sessionEnd(isShared, now), longestEnd(startedAt)) })
    .where('tokenHash', '=', tokenHash(token))
    .execute()
  return { worker, setCookies: [phoneCookie(token, { isShared, isSecure }), screens] }
}

const longestEnd = (startedAt: Date) => new Date(startedAt.getTime() + MAX_SESSION_MS)
const earlier = (first: Date, other: Date) => (first < other ? first : other)

export async function endPhoneSession(db: Db, token: string): Promise<string[]> {
  await deletePhoneSession(db, token)
  return clearPhoneCookies()
}
