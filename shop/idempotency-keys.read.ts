import type { Db, KeyClaim } from '#shop/ctx.ts'

/**
 * Returns the earlier request with this key, or null if the key is unused.
 * Locks the row: where commits wait for a standby, the lock's log record proves that the standby has the row.
 */
export async function findUsedKey(db: Db, { userId, key }: Pick<KeyClaim, 'userId' | 'key'>) {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'resultId'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .forKeyShare()
    .executeTakeFirst()
  return row ?? null
}
