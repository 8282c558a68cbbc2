import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockRoles, type Roles, setRoles } from '#shop/customers/users.sql.ts'
import { isAdmin, isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ChangeRolesRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'user_not_found' }
  /** Admins cannot change their own roles. */
  | { ok: false; reason: 'own_roles' }
  | { ok: false; reason: 'last_admin' }
  /** The account may not belong to the owner of the address. */
  | { ok: false; reason: 'email_not_verified' }

/**
 * An admin grants or revokes an account's roles; omitted roles stay unchanged. All admins are locked first, so that two
 * who demote each other concurrently cannot leave the shop without one.
 */
export async function changeRoles(
  ctx: Ctx,
  { userId, ...roles }: Roles & { userId: string },
): Promise<Result<null, ChangeRolesRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor)) return err('not_admin')
  if (!isUuid(userId)) return err('user_not_found')
  if (isSelf(actor, userId)) return err('own_roles')
  return inTransaction<null, ChangeRolesRefusal>(ctx, async (db) => {
    const { before, isVerified, otherAdmins } = await lockRoles(db, userId)
    if (!before) return err('user_not_found')
    if (roles.isAdmin === false && before.isAdmin && otherAdmins === 0) return err('last_admin')
    if (!isVerified && (roles.isAdmin || roles.isWorker)) return err('email_not_verified')
    await setRoles(db, userId, roles, now)
    const change = {
      actorId: actor.id,
      action: 'change roles',
      entity: 'user',
      entityId: userId,
      now,
    } as const
    await recordChange(db, { ...change, before, after: { ...before, ...roles } })
    return ok(null)
  })
}
