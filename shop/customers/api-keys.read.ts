import type { Db } from '#shop/ctx.ts'

/** Returns a key that has not expired, with the current rights of its owner; null if unknown. */
export async function findKey(db: Db, tokenHash: string, now: Date) {
  const row = await db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id', 'name', 'scopes', 'lastUsedAt'])
    .select(['users.id as userId', 'email', 'fullName', 'staffRole'])
    .select((eb) =>
      eb.exists(eb.selectFrom('factors').select('id').whereRef('factors.userId', '=', 'users.id')).as('has'),
    )
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { has, ...key } = row
  return { ...key, hasFactor: Boolean(has) }
}

/** Lists keys that have not expired, newest first. `ownerId`: only this person's keys; null: keys of all staff. */
export async function listKeys(db: Db, ownerId: string | null, now: Date) {
  let query = db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id', 'name', 'scopes', 'apiKeys.createdAt', 'expiresAt', 'lastUsedAt'])
    .select(['userId', 'fullName as ownerName', 'staffRole'])
    .where('expiresAt', '>', now)
  if (ownerId !== null) query = query.where('userId', '=', ownerId)
  return query.orderBy('apiKeys.createdAt', 'desc').orderBy('apiKeys.id').limit(500).execute()
}
