/** Stores invitations, and links for the first owner. Used links and withdrawn invitations are deleted. */
import { type Insertable, sql } from 'kysely'
import type { StaffInvitations } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

type NewInvitation = Omit<Insertable<StaffInvitations>, 'id' | 'createdAt'> & { now: Date }

/** Stores an invitation, replacing an earlier one to the address. Returns its id. */
export async function saveInvitation(db: Db, { now, ...invitation }: NewInvitation): Promise<string> {
  await db
    .deleteFrom('staffInvitations')
    .where((eb) => eb.or([eb('email', '=', invitation.email), eb('expiresAt', '<=', now)]))
    .execute()
  const { id } = await db
    .insertInto('staffInvitations')
    .values({ ...invitation, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ ...invitation, id: sql`excluded.id`, createdAt: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes an invitation to this address and returns its role. Null if it expired or its sender is no owner now. */
export async function consumeInvitation(
  db: Db,
  { tokenHash, email, now }: { tokenHash: string; email: string; now: Date },
): Promise<StaffRole | null> {
  const deleted = await db
    .deleteFrom('staffInvitations')
    .where('tokenHash', '=', tokenHash)
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .where('invitedBy', 'in', (eb) => eb.selectFrom('users').select('id').where('staffRole', '=', 'owner'))
    .returning('staffRole')
    .executeTakeFirst()
  return deleted?.staffRole ?? null
}

/** Returns the invited address; null if the invitation does not exist any more. */
export async function deleteInvitation(db: Db, id: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('staffInvitations')
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst()
  return deleted?.email ?? null
}

export async function deleteInvitationTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom('staffInvitations').where('email', '=', email).execute()
}

/** Deletes the invitations that an account sent or received, after its role has changed. */
export async function deleteInvitationsOf(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('staffInvitations')
    .where((eb) =>
      eb.or([
        eb('invitedBy', '=', userId),
        eb('email', '=', eb.selectFrom('users').select('email').where('id', '=', userId)),
      ]),
    )
    .execute()
}

/** Stores a link and deletes expired links. Earlier links stay valid, because each process prints its own link. */
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

/** True if the shop has an owner. After `lockAllRoles` this cannot change until the transaction ends. */
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
