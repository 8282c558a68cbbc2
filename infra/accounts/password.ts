import { verifyPassword } from 'better-auth/crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** True when this is the account's password; null when the account has none, and signs in elsewhere. */
export async function isPasswordOf(
  db: Kysely<DB>,
  userId: string,
  password: string,
): Promise<boolean | null> {
  const hash = await passwordHash(db, userId)
  return hash === null ? null : verifyPassword({ hash, password })
}

/** True when the account has a password. */
export async function hasPassword(db: Kysely<DB>, userId: string): Promise<boolean> {
  return (await passwordHash(db, userId)) !== null
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
