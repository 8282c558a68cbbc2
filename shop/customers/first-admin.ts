import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import {
  dropFirstAdminLinks,
  hasAdmin,
  isFirstAdminLink,
  saveFirstAdminLink,
} from '#shop/customers/staff-invitations.sql.ts'
import { beginStaffSession, changeUser, lockAllRoles, lockUserByEmail } from '#shop/customers/users.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export const FIRST_ADMIN_HOURS = 24

/** Makes the actor the owner if the link is valid and the shop has no owner. Deletes all such links. */
export async function becomeFirstAdmin(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor'>,
  { token, sessionId }: { token: string; sessionId: string },
) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    await lockAllRoles(db)
    const isLinkValid = await isFirstAdminLink(db, { tokenHash: tokenHash(token), now })
    if (!isLinkValid || (await hasAdmin(db))) return err('link_invalid')
    const user = await lockUserByEmail(db, actor.email)
    if (user?.id !== actor.id) return err('signed_out')
    if (!user.emailVerified) return err('email_not_verified')
    if (!(await beginStaffSession(db, { id: sessionId, userId: user.id }, now))) return err('session_old')
    await dropFirstAdminLinks(db)
    return makeOwner(db, user, user.id, now)
  })
}

/** Returns the token of a new link, printed at start; null when the shop has an owner. */
export async function issueFirstAdminLink({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string | null> {
  if (await hasAdmin(db)) return null
  const token = newToken()
  const expiresAt = new Date(now.getTime() + FIRST_ADMIN_HOURS * HOUR_MS)
  await saveFirstAdminLink(db, { tokenHash: tokenHash(token), expiresAt, now })
  return token
}

/**
 * Makes the account an owner. Does not check an actor: only a command on the server calls it, and the user of that
 * command has access to the database anyway.
 */
export async function promoteAdmin(ctx: Pick<Ctx, 'db' | 'now'>, email: string) {
  return inTransaction(ctx, async (db) => {
    const user = await lockUserByEmail(db, email)
    if (!user) return err('user_not_found')
    if (!user.emailVerified) return err('email_not_verified')
    return makeOwner(db, user, null, ctx.now)
  })
}

type User = NonNullable<Awaited<ReturnType<typeof lockUserByEmail>>>

async function makeOwner(db: Db, { id, staffRole }: User, actorId: string | null, now: Date) {
  await changeUser(db, id, { staffRole: 'owner' }, now)
  await recordChange(db, {
    ...{ actorId, action: 'promote', entity: 'user', entityId: id, now },
    ...{ before: { staffRole }, after: { staffRole: 'owner' } },
  })
  return ok(null)
}
