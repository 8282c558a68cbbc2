import type { Ctx } from '#shop/ctx.ts'
import { changeRolesIn } from '#shop/customers/change-roles.flow.ts'
import type { Roles } from '#shop/customers/users.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Locks all owners first, so that two who demote each other cannot leave the shop without one. */
export function changeRoles(ctx: Ctx, change: Roles & { userId: string }) {
  return inTransaction(ctx, (db) => changeRolesIn(db, ctx, change))
}
