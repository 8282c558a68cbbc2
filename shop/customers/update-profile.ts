import type { Ctx } from '#shop/ctx.ts'
import { isAdmin, isSelf } from '#shop/customers/actor.ts'
import { changeUser, type UserDetails } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'

export type ProfileChange = UserDetails & { userId: string }

export type UpdateProfileRefusal = { ok: false; reason: 'user_not_found' }

/**
 * Changes the name and phone of an account: one's own, or anybody's for an admin. Somebody else's account is answered
 * like one that is not there. What is left out stays as it is; the e-mail address cannot be changed.
 */
export async function updateProfile(
  ctx: Ctx,
  { userId, fullName, phoneNumber }: ProfileChange,
): Promise<Result<null, UpdateProfileRefusal>> {
  const mayChange = isSelf(ctx.actor, userId) || isAdmin(ctx.actor)
  if (!mayChange || !isUuid(userId)) return refuse('user_not_found')
  const details = {
    ...(fullName !== undefined && { fullName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  }
  const found = await changeUser(ctx.db, userId, details, ctx.now)
  return found ? done(null) : refuse('user_not_found')
}
