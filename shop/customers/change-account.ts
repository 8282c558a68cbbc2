import type { Ctx } from '#shop/ctx.ts'
import { type ChangeRolesRefusal, changeRoles } from '#shop/customers/change-roles.ts'
import {
  type ProfileChange,
  type UpdateProfileRefusal,
  updateProfile,
} from '#shop/customers/update-profile.ts'
import type { Roles } from '#shop/customers/users.sql.ts'
import { ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

type ChangeAccountRefusal = ChangeRolesRefusal | UpdateProfileRefusal

/**
 * Changes roles, name and phone of an account together: a refusal of one part leaves the other unchanged, too. Omitted
 * fields stay unchanged.
 */
export function changeAccount(
  ctx: Ctx,
  { userId, staffRole, isWorker, fullName, phoneNumber }: ProfileChange & Roles,
): Promise<Result<null, ChangeAccountRefusal>> {
  return inTransaction<null, ChangeAccountRefusal>(ctx, async (db) => {
    const inside = { ...ctx, db }
    const isRoleSent = staffRole !== undefined || isWorker !== undefined
    const changed = isRoleSent ? await changeRoles(inside, { userId, staffRole, isWorker }) : ok(null)
    return changed.ok ? updateProfile(inside, { userId, fullName, phoneNumber }) : changed
  })
}
