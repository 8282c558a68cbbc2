import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { deleteInvitationsOf } from '#shop/customers/staff-invitations.sql.ts'
import { endAllSessions, lockRoles, type Roles, setRoles } from '#shop/customers/users.sql.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'

/** Locks all owners first. Only owners change the worker's role of an owner. */
export async function changeRolesIn(db: Db, ctx: Ctx, { userId, ...roles }: Roles & { userId: string }) {
  const { actor, now } = ctx
  if (!may(actor, roles.staffRole === undefined ? 'programme' : 'roles')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('user_not_found')
  if (isSelf(actor, userId)) return err('own_roles')
  const { before, isVerified, otherOwners } = await lockRoles(db, userId)
  if (!before) return err('user_not_found')
  if (roles.isWorker !== undefined && before.staffRole === 'owner' && !may(actor, 'roles'))
    return err('owner_data')
  const losesOwner =
    before.staffRole === 'owner' && roles.staffRole !== undefined && roles.staffRole !== 'owner'
  if (losesOwner && otherOwners === 0) return err('last_owner')
  if (!isVerified && (roles.staffRole || roles.isWorker)) return err('email_not_verified')
  await setRoles(db, userId, roles, now)
  if (roles.staffRole !== undefined) await deleteInvitationsOf(db, userId)
  if (before.staffRole && roles.staffRole === null) await endAllSessions(db, userId)
  const change = {
    actorId: actor.id,
    action: 'change roles',
    entity: 'user',
    entityId: userId,
    now,
  } as const
  await recordChange(db, { ...change, before, after: { ...before, ...roles } })
  return ok(null)
}
