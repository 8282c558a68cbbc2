import { serialize } from 'hono/utils/cookie'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { cookieOf } from '#infra/accounts/current-session.ts'
import { tokenHash } from '#shop/email-token.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS, DAY_SECONDS } from '#shop/kernel/duration.ts'
import { LONGEST_MS } from '#shop/kernel/strength.ts'
import { OWN_PHONE_DAYS, SCREENS_COOKIE, sessionEnd } from '#shop/programme/pin.ts'
import { deletePhoneSession } from '#shop/programme/sign-in.sql.ts'

/** The cookie of a session by PIN; the account library does not know it. */
export const WORKER_COOKIE = 'worker_session'

/** A worker signed in by PIN. `setCookies`: those of a renewed session, for the response. */
export type PhoneSession = { worker: Person; setCookies: string[] }

type Row = {
  id: string
  email: string
  fullName: string
  isShared: boolean
  startedAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** The token of the cookie in a Cookie header; null without one. */
export function phoneToken(cookies: string): string | null {
  return cookies.includes(WORKER_COOKIE) ? cookieOf(cookies, WORKER_COOKIE) || null : null
}

/** A Set-Cookie value of a session by PIN. On a shared phone it is gone when the browser is closed. */
export function phoneCookie(
  token: string,
  { isShared, isSecure }: { isShared: boolean; isSecure: boolean },
): string {
  const kept = isShared ? {} : { maxAge: OWN_PHONE_DAYS * DAY_SECONDS }
  return serialize(WORKER_COOKIE, token, {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'Lax',
    ...kept,
  })
}

/** The Set-Cookie value that goes with it: the phone opens the screens of this session only. */
export function screensCookie(
  token: string,
  { isShared, isSecure, endsAt }: { isShared: boolean; isSecure: boolean; endsAt: Date },
): string {
  const mark = tokenHash(`screens ${token}`).slice(0, 16)
  const kept = isShared ? {} : { maxAge: OWN_PHONE_DAYS * DAY_SECONDS }
  const value = `${isShared ? endsAt.getTime() : 'own'}.${mark}`
  return serialize(SCREENS_COOKIE, value, { path: '/', secure: isSecure, sameSite: 'Lax', ...kept })
}

/** The Set-Cookie values that delete both. */
export function noPhoneCookies(): string[] {
  return [
    serialize(WORKER_COOKIE, '', { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 0 }),
    serialize(SCREENS_COOKIE, '', { path: '/', sameSite: 'Lax', maxAge: 0 }),
  ]
}

/**
 * The worker of a valid PIN session. Former workers and staff have none: a staff role needs an email sign-in. With
 * `renews`, a session used on another day than before lasts longer again, until it is too old.
 */
export async function phoneSession(
  db: Kysely<DB>,
  cookies: string,
  { now, renews, isSecure }: { now: Date; renews: boolean; isSecure: boolean },
): Promise<PhoneSession | null> {
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
  // A PIN opens a worker's own screens only, so it coordinates nothing.
  const rights = { staffRole: null, isWorker: true, coordinates: [], factorAt: null, withPin: true } as const
  const worker: Person = { kind: 'person', ...person, ...rights }
  if (!renews) return { worker, setCookies: [] }
  const screens = screensCookie(token, { isShared, isSecure, endsAt: expiresAt })
  if (isShared || now.getTime() - lastSeenAt.getTime() < DAY_MS)
    return { worker, setCookies: cookies.includes(SCREENS_COOKIE) ? [] : [screens] }
  await db
    .updateTable('workerSessions')
    .set({ lastSeenAt: now, expiresAt: earlier(sessionEnd(isShared, now), longestEnd(startedAt)) })
    .where('tokenHash', '=', tokenHash(token))
    .execute()
  return { worker, setCookies: [phoneCookie(token, { isShared, isSecure }), screens] }
}

const longestEnd = (startedAt: Date) => new Date(startedAt.getTime() + LONGEST_MS)
const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Ends the PIN session of a browser that is signed in by email; the Set-Cookie values that delete its cookies. */
export async function endPhoneSession(db: Kysely<DB>, token: string): Promise<string[]> {
  await deletePhoneSession(db, token)
  return noPhoneCookies()
}
