import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Auth } from '#infra/accounts/auth.ts'
import { countPasswordAttempt, resetPasswordAttempts } from '#infra/accounts/guess-limits.ts'
import { knownBrowser } from '#infra/accounts/known-browsers.ts'
import { verifyPassword } from '#infra/accounts/password-hash.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'

/** `wait` is in seconds. `wrong` also where the account has no password. */
export type PasswordCheck = { ok: true } | { ok: false; reason: 'wrong' } | { ok: false; wait: number }

/**
 * Checks the account's password. Counts as a try together with sign-ins, so that a stolen session cannot guess it.
 * `headers`: the request's, for its network and its cookies.
 */
export async function checkPassword(
  { auth, db, limits }: { auth: Auth; db: Kysely<DB>; limits: RateLimiter },
  { id, email, password, headers }: { id: string; email: string; password: string; headers: Headers },
): Promise<PasswordCheck> {
  const who = { cookies: headers.get('cookie') ?? '', userId: id }
  const known = await knownBrowser(db, await auth.$context, who)
  const tried = { email, known, address: headers.get('x-real-ip') ?? '' }
  const wait = await countPasswordAttempt(limits, tried)
  if (wait > 0) return { ok: false, wait }
  const hash = await passwordHash(db, id)
  if (hash === null || !(await verifyPassword(db, { hash, password }))) return { ok: false, reason: 'wrong' }
  await resetPasswordAttempts(limits, tried)
  return { ok: true }
}

/** True when the account has a password. */
export async function hasPassword(db: Kysely<DB>, userId: string): Promise<boolean> {
  return (await passwordHash(db, userId)) !== null
}

/** The providers, as the account library names them, by which the account can sign in. */
export async function providersOf(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('providerId')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .orderBy('providerId')
    .execute()
  return rows.map(({ providerId }) => providerId)
}

async function passwordHash(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}
