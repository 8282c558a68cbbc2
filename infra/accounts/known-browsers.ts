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

/** A browser that has signed in to this account before, with the password that the account still has. */
export type KnownBrowser = { mark: string; userId: string }

/** `mark`: random, of this browser and account. `isStaff`, `generation`: as the account was at its sign-in. */
type Known = { userId: string; mark: string; isStaff: boolean; generation: number }

function knownBy(library: Library, cookies: string): Known[] {
  const { name } = library.createAuthCookie(COOKIE)
  const list = signedValue(cookieOf(cookies, name), library.secret)
  return (list?.split('.') ?? []).map((entry) => {
    const [userId = '', mark = '', role, generation] = entry.split('_')
    return { userId, mark, isStaff: role === STAFF, generation: Number(generation) }
  })
}

/** The mark of the newest sign-in of a browser with a signed cookie, of whichever account; else null. Reads no table. */
export function anyMarkOf(library: Library, cookies: string): string | null {
  return knownBy(library, cookies)[0]?.mark ?? null
}

/** True when a browser with these cookies has signed in to this account before, while it was one of staff. */
export async function isKnownStaff(
  db: Kysely<DB>,
  library: Library,
  { cookies, userId }: { cookies: string; userId: string },
): Promise<boolean> {
  return (await knownFor(db, library, { cookies, userId }))?.isStaff ?? false
}

/** The browser with these cookies, when it has signed in to this account before; else null. */
export async function knownBrowser(
  db: Kysely<DB>,
  library: Library,
  who: { cookies: string } & ({ userId: string } | { email: string }),
): Promise<KnownBrowser | null> {
  return knownFor(db, library, who)
}

/** Looks only among the accounts of the cookie, so it tells nobody who has an account. A new password ends what was known. */
async function knownFor(
  db: Kysely<DB>,
  library: Library,
  { cookies, ...who }: { cookies: string } & ({ userId: string } | { email: string }),
): Promise<Known | null> {
  const all = knownBy(library, cookies)
  const asked = 'userId' in who ? all.filter(({ userId }) => userId === who.userId) : all
  if (asked.length === 0) return null
  const ids = asked.map(({ userId }) => userId)
  const user = await db
    .selectFrom('users')
    .select(['id', 'passwordGeneration'])
    .where('id', 'in', ids)
    .$if('email' in who, (query) => query.where('email', '=', 'email' in who ? who.email : ''))
    .executeTakeFirst()
  return (
    asked.find(({ userId, generation }) => userId === user?.id && generation === user.passwordGeneration) ??
    null
  )
}

/** The cookie, to be signed, of a browser that has now signed in to this account. Its mark is new each time. */
export async function rememberedIn(
  db: Kysely<DB>,
  library: Library,
  { cookies, userId, isStaff }: { cookies: string; userId: string; isStaff: boolean },
) {
  const { name, attributes } = library.createAuthCookie(COOKIE, { maxAge: KNOWN_DAYS * DAY_SECONDS })
  const others = knownBy(library, cookies).filter((known) => known.userId !== userId)
  const mark = randomBytes(MARK_BYTES).toString('hex')
  const user = await db
    .selectFrom('users')
    .select('passwordGeneration')
    .where('id', '=', userId)
    .executeTakeFirst()
  const generation = user?.passwordGeneration ?? 0
  const all = [{ userId, mark, isStaff, generation }, ...others].slice(0, MAX_KNOWN)
  const value = all.map(entryOf).join('.')
  return { name, value, attributes }
}

/** After a new password: no browser is known to this account any more. */
export async function forgetBrowsers(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ passwordGeneration: eb('passwordGeneration', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

function entryOf({ userId, mark, isStaff, generation }: Known): string {
  return [userId, mark, isStaff ? STAFF : '', generation].join('_')
}
