/** The only place that writes invitations of staff; a used or withdrawn one is deleted. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

/** `invitedByName` is null for a closed account. */
export type Invitation = {
  id: string
  email: string
  staffRole: StaffRole
  invitedByName: string | null
  createdAt: Date
  expiresAt: Date
}

export type NewInvitation = {
  email: string
  staffRole: StaffRole
  tokenHash: string
  invitedBy: string
  now: Date
  expiresAt: Date
}

/** Stores an invitation in place of an earlier one to the address, also of the same moment, and deletes expired ones. Returns its id. */
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

/** Uses up the invitation with this token hash, if it is to this address, has not expired and its sender is still an owner. */
export async function takeInvitation(
  db: Db,
  { tokenHash, email, now }: { tokenHash: string; email: string; now: Date },
): Promise<StaffRole | null> {
  const taken = await db
    .deleteFrom('staffInvitations')
    .where('tokenHash', '=', tokenHash)
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .where('invitedBy', 'in', (eb) => eb.selectFrom('users').select('id').where('staffRole', '=', 'owner'))
    .returning('staffRole')
    .executeTakeFirst()
  return (taken?.staffRole ?? null) as StaffRole | null
}

/** Withdraws an invitation; its address, or null when it is not there any more. */
export async function deleteInvitation(db: Db, id: string): Promise<string | null> {
  const gone = await db
    .deleteFrom('staffInvitations')
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst()
  return gone?.email ?? null
}

/** Deletes the invitation to an address: of a closed account, or of one whose role was changed. */
export async function deleteInvitationTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom('staffInvitations').where('email', '=', email).execute()
}

/** Deletes what concerns an account whose role was changed: the invitation to it, and those that it sent. */
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
