import type { Auth } from '#infra/accounts/auth.ts'
import { countPasswordAttempt, refundPasswordAttempt } from '#infra/accounts/guess-limits.ts'
import { knownDevice } from '#infra/accounts/known-devices.ts'
import { credentialOf, verifyPassword } from '#infra/accounts/password-hash.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Db } from '#shop/ctx.ts'

/** `wait` is in seconds. The reason is `wrong` also if the account has no password. */
export type PasswordCheck = { ok: true } | { ok: false; reason: 'wrong' } | { ok: false; wait: number }

export type PasswordAccount = { id: string; email: string; password: string; headers: Headers }

/** Checks the password. Counts as a sign-in attempt, so that a thief of a session cannot try many passwords. */
export async function checkPassword(
  { auth, db, limits }: { auth: Auth; db: Db; limits: RateLimiter },
  { id, email, password, headers }: PasswordAccount,
): Promise<PasswordCheck> {
  const device = await knownDevice(db, await auth.$context, { cookies: headers.get('cookie') ?? '', email })
  const attempt = { email, device, address: headers.get('x-real-ip') ?? '' }
  const wait = await countPasswordAttempt(limits, attempt)
  if (wait > 0) return { ok: false, wait }
  const credential = await credentialOf(db, id)
  if (!credential || !(await verifyPassword(db, { ...credential, password })))
    return { ok: false, reason: 'wrong' }
  await refundPasswordAttempt(limits, attempt)
  return { ok: true }
}

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await credentialOf(db, userId)) !== null
}

export async function providersOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('providerId')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .orderBy('providerId')
    .execute()
  return rows.map(({ providerId }) => providerId)
}
