/** The only place that writes the links that make the first admin. */
import type { Db } from '#shop/ctx.ts'

/** Stores a new link and removes those that have run out. Earlier ones go on working: each process prints its own. */
export async function saveFirstAdminLink(
  db: Db,
  { tokenHash, expiresAt, now }: { tokenHash: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db.deleteFrom('firstAdminLinks').where('expiresAt', '<=', now).execute()
  await db.insertInto('firstAdminLinks').values({ tokenHash, expiresAt }).execute()
}

/** True when a link with this hash has not run out. */
export async function isFirstAdminLink(
  db: Db,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
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

/** True when some account is an admin. Inside a transaction after `lockAllRoles` it stays so. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
