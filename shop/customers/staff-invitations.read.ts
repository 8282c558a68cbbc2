import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'

/** Returns invitations that can still be used, newest first. `invitedByName`: null if the sender's row was deleted. */
export async function listInvitations(db: Db, now: Date) {
  return db
    .selectFrom('staffInvitations')
    .leftJoin('users', 'users.id', 'invitedBy')
    .select(['staffInvitations.id', 'staffInvitations.email', 'staffInvitations.staffRole'])
    .select(['users.fullName as invitedByName', 'staffInvitations.createdAt', 'expiresAt'])
    .where('expiresAt', '>', now)
    .orderBy('staffInvitations.createdAt', 'desc')
    .limit(200)
    .execute()
}

/** Null when the link is unknown, used, withdrawn or too old. */
export async function findInvitation(db: Db, by: { tokenHash: string } | { id: string }, now: Date) {
  if ('id' in by && !isUuid(by.id)) return null
  const row = await db
    .selectFrom('staffInvitations')
    .select(['email', 'staffRole'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('tokenHash', '=', by.tokenHash)))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ? { email: row.email, staffRole: row.staffRole } : null
}
