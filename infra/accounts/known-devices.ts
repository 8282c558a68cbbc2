/** Recognises devices that have signed in to an account, by OWASP's device cookie. It grants no access. */
import type { AuthContext } from 'better-auth'
import { cookieOf, signedValue } from '#infra/accounts/current-session.ts'
import type { Db } from '#shop/ctx.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'
import { type KnownAccount, MAX_KNOWN_ACCOUNTS } from '#shop/programme/pin.ts'

const COOKIE = 'known_device'
const DAYS = 365

type Library = Pick<AuthContext, 'createAuthCookie' | 'secret'>

/** Returns the accounts that have signed in on this device, the latest first. */
export function knownAccounts({ createAuthCookie, secret }: Library, cookies: string): KnownAccount[] {
  const list = signedValue(cookieOf(cookies, createAuthCookie(COOKIE).name), secret) ?? ''
  const entries = list.matchAll(/([\da-f-]{36})_(\d+)(?:\.|$)/g)
  return [...entries].map(([, userId = '', time]) => ({ userId, signedInAt: new Date(Number(time)) }))
}

/** Returns the device's rate-limit key. A copied cookie shares it until the device signs in again. */
export function deviceKey({ userId, signedInAt }: KnownAccount): string {
  return `${userId} ${signedInAt.getTime()}`
}

/** Returns the key of a device that has signed in since the password was set, otherwise null. */
export async function knownDevice(
  db: Db,
  library: Library,
  { cookies, email }: { cookies: string; email: string | null },
): Promise<string | null> {
  const accounts = knownAccounts(library, cookies)
  if (accounts.length === 0) return null
  const ids = accounts.map(({ userId }) => userId)
  const user = await db
    .selectFrom('users')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.userId', '=', 'users.id').on('providerId', '=', 'credential'),
    )
    .select(['users.id', 'accounts.updatedAt as passwordSetAt'])
    .where('email', '=', email)
    .where('users.id', 'in', ids)
    .executeTakeFirst()
  const account = accounts.find(({ userId }) => userId === user?.id)
  return account && (user?.passwordSetAt ?? account.signedInAt) <= account.signedInAt
    ? deviceKey(account)
    : null
}

export function deviceCookie(
  library: Library,
  { cookies, userId, now }: { cookies: string; userId: string; now: Date },
) {
  const { name, attributes } = library.createAuthCookie(COOKIE, { maxAge: DAYS * DAY_SECONDS })
  const others = knownAccounts(library, cookies).filter((account) => account.userId !== userId)
  const value = [{ userId, signedInAt: now }, ...others]
    .slice(0, MAX_KNOWN_ACCOUNTS)
    .map((account) => `${account.userId}_${account.signedInAt.getTime()}`)
    .join('.')
  return { name, value, attributes }
}
