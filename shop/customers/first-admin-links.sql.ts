import type { Db } from '#shop/ctx.ts'

/** Stores a link and deletes expired ones. Earlier links stay valid, because each process prints its own. */
export async function saveFirstAdminLink(
  db: Db,
  { tokenHash, expiresAt, now }: { tokenHash: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db.deleteFrom('firstAdminLinks').where('expiresAt', '<=', now).execute()
  await db.insertInto('firstAdminLinks').values({ tokenHash, expiresAt }).execute()
}

export async function isFirstAdminLink(db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) {
  const row = await db
    .selectFrom('firstAdminLinks')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function dropFirstAdminLinks(db: Db): Promise<void> {
  await db.deleteFrom('firstAdminLinks').execute()
}

/** After `lockAllRoles` the answer holds until the transaction ends. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('staffRole', '=', 'owner')
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
