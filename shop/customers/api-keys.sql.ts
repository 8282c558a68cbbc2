import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { ApiKey } from '#shop/customers/api-key.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

type NewKey = Omit<ApiKey, 'id' | 'lastUsedAt'> & { userId: string; tokenHash: string }

export async function insertKey(db: Db, key: NewKey): Promise<string> {
  const { id } = await db.insertInto('apiKeys').values(key).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Writes the last use, at most once a minute. */
export async function updateLastUse(
  db: Db,
  { id, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>,
  now: Date,
) {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < MINUTE_MS) return
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: sql<Date>`greatest(last_used_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a key and returns it, or null if it does not exist. With `ownerId`, deletes only a key of this person. */
export async function deleteKey(db: Db, id: string, ownerId: string | null) {
  let query = db.deleteFrom('apiKeys').where('id', '=', id)
  if (ownerId !== null) query = query.where('userId', '=', ownerId)
  return (await query.returning(['name', 'scopes', 'expiresAt', 'userId']).executeTakeFirst()) ?? null
}

export async function deleteKeysOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('apiKeys').where('userId', '=', userId).execute()
}
