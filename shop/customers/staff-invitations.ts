import { z } from 'zod'
import { recordAction, recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { consumeInvitation, deleteInvitation, saveInvitation } from '#shop/customers/staff-invitations.sql.ts'
import { beginStaffSession, changeUser, lockAllRoles, lockUserByEmail } from '#shop/customers/users.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { STAFF_ROLES } from '#shop/kernel/staff-role.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { inTransaction } from '#shop/transaction.ts'

export const INVITATION_DAYS = 3

export const invitationInput = z.object({
  email: z
    .string()
    .overwrite(cleanValue)
    .toLowerCase()
    .max(254)
    .pipe(z.email('Please enter an email address.')),
  staffRole: z.enum(STAFF_ROLES, 'Please choose a role.'),
})

/** Emails an invitation to take a staff role. It replaces an earlier invitation of the same address. */
export async function inviteStaff(ctx: Ctx, { email, staffRole }: z.infer<typeof invitationInput>) {
  const { actor, now } = ctx
  if (!may(actor, 'roles')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  const token = newToken()
  return inTransaction(ctx, async (db) => {
    if ((await lockUserByEmail(db, email))?.staffRole) return err('already_staff')
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
    const invitation = { email, staffRole, tokenHash: tokenHash(token), invitedBy: actor.id }
    const invitationId = await saveInvitation(db, { ...invitation, now, expiresAt })
    await ctx.jobs.send(db, { queue: 'staff-invitation', data: { invitationId, token } })
    await recordAction(db, ctx, 'invite', 'invitation', invitationId, null, { email, staffRole })
    return ok(null)
  })
}

/** Deletes an invitation; does nothing if it does not exist. */
export async function withdrawInvitation(ctx: Ctx, invitationId: string) {
  if (!may(ctx.actor, 'roles')) return err('not_allowed')
  if (!isUuid(invitationId)) return ok(null)
  return inTransaction(ctx, async (db) => {
    const email = await deleteInvitation(db, invitationId)
    if (email === null) return ok(null)
    await recordAction(db, ctx, 'withdraw', 'invitation', invitationId, { email }, null)
    return ok(null)
  })
}

/**
 * Gives the actor the invited role, once. Only the invited address may use the link, and from then on the session
 * needs a second factor. Refuses a session that has passed the maximum age of a staff session.
 */
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
    const staffRole = await consumeInvitation(db, { tokenHash: tokenHash(token), email, now })
    if (!staffRole) return err('link_invalid')
    if (!(await beginStaffSession(db, { id: sessionId, userId: user.id }, now))) return err('session_old')
    await changeUser(db, user.id, { staffRole }, now)
    await recordChange(db, {
      ...{ actorId: user.id, action: 'accept invitation', entity: 'user', entityId: user.id, now },
      ...{ before: { staffRole: null }, after: { staffRole } },
    })
    return ok({ staffRole })
  })
}
