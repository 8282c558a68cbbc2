/** Hashes of passwords: 'scrypt-14-8-5$<salt>$<hash>'. */
import type { NotNull } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { checkHash, dummyHash, parseSlowHash, SLOW_HASHES, slowHash } from '#shop/slow-hash.ts'

const MARK = '$'

export function hashPassword(password: string, hashes = SLOW_HASHES): Promise<string> {
  return slowHash(password.normalize('NFKC'), MARK, hashes)
}

/** Checks a password. Rehashes it if the hash has an older cost, unless the password changed meanwhile. */
export async function verifyPassword(
  db: Db,
  { hash, password }: { hash: string; password: string },
  hashes = SLOW_HASHES,
): Promise<boolean> {
  const expected = parseSlowHash(hash, MARK, hashes) ?? dummyHash(hashes)
  if (!(await checkHash(password.normalize('NFKC'), expected, hashes))) return false
  if (!hash.startsWith(`${hashes[0].name}${MARK}`))
    await db
      .updateTable('accounts')
      .set({ password: await hashPassword(password, hashes) })
      .where('providerId', '=', 'credential')
      .where('password', '=', hash)
      .execute()
  return true
}

/** Returns the account's password hash and when the password was set; null without a password. */
export async function credentialOf(db: Db, userId: string) {
  const row = await db
    .selectFrom('accounts')
    .select(['password as hash', 'updatedAt'])
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .where('password', 'is not', null)
    .$narrowType<{ hash: NotNull }>()
    .executeTakeFirst()
  return row ?? null
}
