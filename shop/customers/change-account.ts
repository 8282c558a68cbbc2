import type { Ctx } from '#shop/ctx.ts'
import { changeRolesIn } from '#shop/customers/change-roles.flow.ts'
import { type ProfileChange, updateProfileIn } from '#shop/customers/update-profile.flow.ts'
import type { Roles } from '#shop/customers/users.sql.ts'
import { ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Changes roles and profile together, or nothing. Omitted fields stay unchanged. */
export function changeAccount(ctx: Ctx, { userId, staffRole, isWorker, ...profile }: ProfileChange & Roles) {
  return inTransaction(ctx, async (db) => {
    const roles = {
      ...(staffRole !== undefined && { staffRole }),
      ...(isWorker !== undefined && { isWorker }),
    }
    const isRoleSent = Object.keys(roles).length > 0
    const changed = isRoleSent ? await changeRolesIn(db, ctx, { userId, ...roles }) : ok(null)
    return changed.ok ? updateProfileIn(db, ctx, { userId, ...profile }) : changed
  })
}
