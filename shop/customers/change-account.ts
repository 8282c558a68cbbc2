import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { deleteKeysOf } from '#shop/customers/api-keys.sql.ts'
import { isWorkerPhone } from '#shop/customers/own-accounts.read.ts'
import { deleteInvitationsOf } from '#shop/customers/staff-invitations.sql.ts'
import {
  changeUser,
  endSessions,
  lockRoles,
  lockUser,
  type Roles,
  type UserDetails,
} from '#shop/customers/users.sql.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Changes roles and profile together, or nothing. Omitted fields stay unchanged. */
export function changeAccount(ctx: Ctx, { userId, staffRole, isWorker, ...profile }: ProfileChange & Roles) {
  return inTransaction(ctx, async (db) => {
    const roles = {
      ...(staffRole !== undefined && { staffRole }),
      ...(isWorker !== undefined && { isWorker }),
    }
    const hasRole = Object.keys(roles).length > 0
    const changed = hasRole ? await changeRolesIn(db, ctx, { userId, ...roles }) : ok(null)
    return changed.ok ? updateProfileIn(db, ctx, { userId, ...profile }) : changed
  })
}

/** Changes roles. Locks all owners first, so that two owners who demote each other cannot both succeed. */
export function changeRoles(ctx: Ctx, change: Roles & { userId: string }) {
  return inTransaction(ctx, (db) => changeRolesIn(db, ctx, change))
}

/**
 * Updates a profile. Everybody may update their own, owners anyone's, managers those of customers and workers.
 * Reports any other account as not found. Omitted fields stay unchanged.
 */
export function updateProfile(ctx: Ctx, change: ProfileChange) {
  return inTransaction(ctx, (db) => updateProfileIn(db, ctx, change))
}

/** Locks all owners first. Only an owner may change whether another owner is a worker. */
async function changeRolesIn(db: Db, ctx: Ctx, { userId, ...roles }: Roles & { userId: string }) {
  const { actor, now } = ctx
  if (!may(actor, roles.staffRole === undefined ? 'programme' : 'roles')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('user_not_found')
  if (isSelf(actor, userId)) return err('own_roles')
  const { own, isVerified, otherOwners } = await lockRoles(db, userId)
  if (!own) return err('user_not_found')
  const isOwner = own.staffRole === 'owner'
  if (roles.isWorker !== undefined && isOwner && !may(actor, 'roles')) return err('owner_data')
  const losesOwner = isOwner && roles.staffRole !== undefined && roles.staffRole !== 'owner'
  if (losesOwner && otherOwners === 0) return err('last_owner')
  if (!isVerified && (roles.staffRole || roles.isWorker)) return err('email_not_verified')
  await changeUser(db, userId, roles, now)
  if (roles.staffRole !== undefined) await deleteInvitationsOf(db, userId)
  if (own.staffRole && roles.staffRole === null) {
    await endSessions(db, userId)
    await deleteKeysOf(db, userId)
  }
  await recordAction(db, ctx, 'change roles', 'user', userId, own, { ...own, ...roles })
  return ok(null)
}

export type ProfileChange = UserDetails & { userId: string }

async function updateProfileIn(db: Db, ctx: Ctx, { userId, fullName, phoneNumber }: ProfileChange) {
  const isOwn = isSelf(ctx.actor, userId)
  if (!(isOwn || may(ctx.actor, 'people')) || !isUuid(userId)) return err('user_not_found')
  const details = {
    ...(fullName !== undefined && { fullName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  }
  const user = await lockUser(db, userId)
  if (!user || (user.staffRole && !isOwn && !may(ctx.actor, 'roles'))) return err('user_not_found')
  const earlier = { fullName: user.fullName, phoneNumber: user.phoneNumber }
  const isOtherPhone = phoneNumber && phoneNumber !== earlier.phoneNumber
  if (user.staffRole && isOtherPhone && (await isWorkerPhone(ctx, db, { phone: phoneNumber, userId })))
    return err('phone_of_worker')
  await changeUser(db, userId, details, ctx.now)
  if (isOwn || ctx.actor.kind === 'visitor') return ok(null)
  await recordAction(db, ctx, 'update', 'user', userId.toLowerCase(), earlier, { ...earlier, ...details })
  return ok(null)
}
