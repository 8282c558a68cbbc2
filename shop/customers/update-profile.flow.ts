import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isWorkerPhone } from '#shop/customers/own-accounts.read.ts'
import { changeUser, lockDetails, type UserDetails } from '#shop/customers/users.sql.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'

export type ProfileChange = UserDetails & { userId: string }

/** Changes name and phone inside a transaction. */
export async function updateProfileIn(db: Db, ctx: Ctx, { userId, fullName, phoneNumber }: ProfileChange) {
  const isOwn = isSelf(ctx.actor, userId)
  if (!(isOwn || may(ctx.actor, 'people')) || !isUuid(userId)) return err('user_not_found')
  const details = {
    ...(fullName !== undefined && { fullName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  }
  const found = await lockDetails(db, userId)
  if (!found || (found.isStaff && !isOwn && !may(ctx.actor, 'roles'))) return err('user_not_found')
  const { isStaff, ...before } = found
  const isOtherPhone = phoneNumber && phoneNumber !== before.phoneNumber
  if (isStaff && isOtherPhone && (await isWorkerPhone(ctx, db, { phone: phoneNumber, userId })))
    return err('phone_of_worker')
  await changeUser(db, userId, details, ctx.now)
  if (!isOwn) await noteChange(ctx, db, { userId, before, after: { ...before, ...details } })
  return ok(null)
}

async function noteChange(
  { actor, now }: Ctx,
  db: Db,
  { userId, before, after }: { userId: string; before: object; after: object },
): Promise<void> {
  const actorId = actor.kind === 'person' ? actor.id : null
  const change = { actorId, action: 'update', entity: 'user', entityId: userId.toLowerCase() } as const
  await recordChange(db, { ...change, before, after, now })
}
