import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { attempt } from '#shop/kernel/result.ts'
import type { SessionTimes } from '#shop/kernel/strength.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

type PersonFields = Pick<Person, 'id' | 'email' | 'fullName' | 'staffRole' | 'isWorker' | 'coordinates'>

export type SessionUser = SessionTimes &
  PersonFields & {
    sessionId: string
    expiresAt: Date
    emailVerified: boolean
    hasFactor: boolean
  }

/** Returns the session and user of a signed cookie, or null. `name` and `secret` are the account library's. */
export async function currentSession(
  db: Db,
  cookies: string,
  { name, secret, now }: { name: string; secret: string; now: Date },
): Promise<SessionUser | null> {
  const token = signedValue(cookieOf(cookies, name), secret)
  if (token === null) return null
  const { rows } = await sql<SessionUser>`${PREPARED}
    select sessions.id as session_id, expires_at, users.id, email, email_verified, full_name, staff_role, is_worker,
      array(select group_id from coordinator_groups where coordinator_groups.user_id = users.id) as coordinates,
      exists(select from factors where factors.user_id = users.id) as has_factor,
      sessions.created_at as signed_in_at, last_used_at, factor_at
    from sessions join users on users.id = sessions.user_id
    where token = ${token} and expires_at > ${now}::timestamptz`.execute(db)
  return rows[0] ?? null
}

/** Returns the decoded value of the first cookie of this name, or null. */
export function cookieOf(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return (found && attempt(() => decodeURIComponent(found.slice(name.length + 1)))) ?? null
}

export const SESSION_COOKIE = 'better-auth.session_token'

/** The response header with a session's token, named as in the account library's bearer plugin. */
export const TOKEN_HEADER = 'set-auth-token'

/** The request header with an API key. */
export const KEY_HEADER = 'x-api-key'

/** Returns the session token of an Authorization header, '' if it is malformed, or null for another scheme. */
export function bearerToken(authorization: string | undefined): string | null {
  const token = /^bearer\s+(.+)$/i.exec(authorization?.trim() ?? '')?.[1]
  return token === undefined ? null : (attempt(() => decodeURIComponent(token)) ?? '')
}

/** Signs a cookie's value as the account library does. */
export function signCookie(value: string, secret: string): string {
  return `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`
}

/** Returns the text before the last dot if the rest is its HMAC-SHA256 in base64, otherwise null. */
export function signedValue(cookie: string | null, secret: string): string | null {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return null
  const value = cookie.slice(0, dot)
  const signature = Buffer.from(cookie.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(value).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? value : null
}
