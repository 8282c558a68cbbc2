/**
 * Browsers that have signed in to an account before, by a signed cookie (OWASP's device cookie). It opens nothing: tries of
 * passwords are counted apart in such a browser, and a sign-in of staff by another one is told.
 */
import { randomBytes } from 'node:crypto'
import type { AuthContext } from 'better-auth'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { cookieOf, signedValue } from '#infra/accounts/current-session.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

const COOKIE = 'known_device'
const KNOWN_DAYS = 365
const MAX_KNOWN = 5
const MARK_BYTES = 8
const STAFF = 'staff'

type Library = Pick<AuthContext, 'createAuthCookie' | 'secret'>

/**
 * `mark`: random, of this browser and account; null in a cookie of a version that made none. `isStaff`: the account was one of
 * staff then; versions without marks remembered no others.
 */
type Known = { userId: string; mark: string | null; isStaff: boolean }

function knownBy(library: Library, cookies: string): Known[] {
  const { name } = library.createAuthCookie(COOKIE)
  const list = signedValue(cookieOf(cookies, name), library.secret) ?? ''
  return list.split('.').flatMap((entry) => {
    const [userId = '', mark = null, role = ''] = entry.split('_')
    return userId === '' ? [] : [{ userId, mark, isStaff: mark === null || role === STAFF }]
  })
}

/** True when a browser with these cookies has signed in to this account before, while it was one of staff. */
export function isKnownStaff(library: Library, cookies: string, userId: string): boolean {
  return knownBy(library, cookies).some((known) => known.userId === userId && known.isStaff)
}

/** The mark of a browser with these cookies that has signed in to this account before; else null. */
export function markOf(library: Library, cookies: string, userId: string): string | null {
  return knownBy(library, cookies).find((known) => known.userId === userId)?.mark ?? null
}

/** The same by address. Looks only among the accounts of the cookie, so it tells nobody who has an account. */
export async function markByEmail(
  db: Kysely<DB>,
  library: Library,
  { cookies, email }: { cookies: string; email: string },
): Promise<string | null> {
  const ids = knownBy(library, cookies).map(({ userId }) => userId)
  if (ids.length === 0) return null
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('email', '=', email)
    .executeTakeFirst()
  return user ? markOf(library, cookies, user.id) : null
}

/** The cookie, to be signed, of a browser that has now signed in to this account. Its mark is new each time. */
export function rememberedIn(
  library: Library,
  cookies: string,
  { userId, isStaff }: { userId: string; isStaff: boolean },
) {
  const { name, attributes } = library.createAuthCookie(COOKIE, { maxAge: KNOWN_DAYS * DAY_SECONDS })
  const others = knownBy(library, cookies).filter((known) => known.userId !== userId)
  const mark = randomBytes(MARK_BYTES).toString('hex')
  const all = [{ userId, mark, isStaff }, ...others].slice(0, MAX_KNOWN)
  const value = all.map(entryOf).join('.')
  return { name, value, attributes }
}

function entryOf({ userId, mark, isStaff }: Known): string {
  return mark === null ? userId : [userId, mark, ...(isStaff ? [STAFF] : [])].join('_')
}
