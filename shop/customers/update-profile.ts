import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { changeUser, lockDetails, type UserDetails } from '#shop/customers/users.sql.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ProfileChange = UserDetails & { userId: string }

export type UpdateProfileRefusal = { ok: false; reason: 'user_not_found' }

/**
 * Changes an account's name and phone: one's own, or any account's for an admin. For others the account is reported as
 * not found. Omitted fields stay unchanged; the email address cannot be changed.
 */
export async function updateProfile(
  ctx: Ctx,
  { userId, fullName, phoneNumber }: ProfileChange,
): Promise<Result<null, UpdateProfileRefusal>> {
  const mayChange = isSelf(ctx.actor, userId) || may(ctx.actor, 'people')
  if (!mayChange || !isUuid(userId)) return err('user_not_found')
  const details = {
    ...(fullName !== undefined && { fullName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  }
  return inTransaction<null, UpdateProfileRefusal>(ctx, async (db) => {
    const before = await lockDetails(db, userId)
    if (!before) return err('user_not_found')
    await changeUser(db, userId, details, ctx.now)
    if (!isSelf(ctx.actor, userId))
      await noteChange(ctx, db, { userId, before, after: { ...before, ...details } })
    return ok(null)
  })
}

/** Records an admin's change of another account in the audit log. */
async function noteChange(
  { actor, now }: Ctx,
  db: Db,
  { userId, before, after }: { userId: string; before: unknown; after: unknown },
): Promise<void> {
  const actorId = actor.kind === 'person' ? actor.id : null
  const change = { actorId, action: 'update', entity: 'user', entityId: userId.toLowerCase() } as const
  await recordChange(db, { ...change, before, after, now })
}
