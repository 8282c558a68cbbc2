import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { takeInvitation } from '#shop/customers/staff-invitations.sql.ts'
import { beginStaffSession, lockAllRoles, lockUserByEmail, setRoles } from '#shop/customers/users.sql.ts'
import { tokenHash } from '#shop/email-token.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Gives the actor the invited role, once. A forwarded link is useless for another address. */
export async function acceptInvitation(ctx: Ctx, { token, sessionId }: { token: string; sessionId: string }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    await lockAllRoles(db)
    const user = await lockUserByEmail(db, actor.email)
    if (user?.id !== actor.id) return err('signed_out')
    if (!user.emailVerified) return err('email_not_verified')
    if (user.staffRole) return err('already_staff')
    const email = actor.email.toLowerCase()
    const staffRole = await takeInvitation(db, { tokenHash: tokenHash(token), email, now })
    if (!staffRole) return err('link_invalid')
    if (!(await beginStaffSession(db, { id: sessionId, userId: user.id }, now))) return err('session_old')
    await setRoles(db, user.id, { staffRole }, now)
    const change = {
      actorId: user.id,
      action: 'accept invitation',
      entity: 'user',
      entityId: user.id,
    } as const
    await recordChange(db, { ...change, now, before: { staffRole: null }, after: { staffRole } })
    return ok({ staffRole })
  })
}
