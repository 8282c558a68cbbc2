import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { type Roles, setRoles } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'

export type ChangeRolesRefusal = { ok: false; reason: 'not_admin' } | { ok: false; reason: 'user_not_found' }

/** An admin gives an account roles or takes them away; roles that are not named stay as they are. */
export async function changeRoles(
  ctx: Ctx,
  { userId, ...roles }: Roles & { userId: string },
): Promise<Result<null, ChangeRolesRefusal>> {
  if (!isAdmin(ctx.actor)) return refuse('not_admin')
  const found = isUuid(userId) && (await setRoles(ctx.db, userId, roles, ctx.now))
  return found ? done(null) : refuse('user_not_found')
}
