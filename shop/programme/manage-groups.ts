import { findRemoval } from '#shop/audit/audit.read.ts'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { lockAllRoles, lockUser } from '#shop/customers/users.sql.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import type { GroupInput } from '#shop/programme/input.ts'
import { type MinimumWageInput, minimumWageRecord } from '#shop/programme/minimum-wage.ts'
import { listGroups } from '#shop/programme/workers.read.ts'
import {
  coordinatedGroups,
  deleteMinimumWage,
  insertGroup,
  insertMinimumWage,
  setCoordinatedGroups,
  setGroupState,
} from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export async function createGroup(ctx: Ctx, group: GroupInput) {
  if (!may(ctx.actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const groupId = await insertGroup(db, { ...group, createdAt: ctx.now })
    if (!groupId) return err('group_name_taken')
    await recordAction(db, ctx, 'create', 'group', groupId, null, group)
    return ok({ groupId })
  })
}

/** Sets the groups that a person coordinates, from the next request on. Open cards for other groups expire. */
export async function setCoordinator(
  ctx: Ctx,
  { userId, groupIds: wanted }: { userId: string; groupIds: readonly string[] },
) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('user_not_found')
  if (isSelf(actor, userId)) return err('own_roles')
  const groupIds = [...new Set(wanted)].toSorted()
  return inTransaction(ctx, async (db) => {
    // Waits for cards that this person is issuing.
    await lockAllRoles(db)
    const account = await lockUser(db, userId)
    if (!account) return err('user_not_found')
    if (!account.emailVerified && groupIds.length > 0) return err('email_not_verified')
    const groups = await listGroups(db)
    const namesOf = (ids: readonly string[]) =>
      groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    if (namesOf(groupIds).length < groupIds.length) return err('group_not_found')
    const earlier = namesOf(await coordinatedGroups(db, userId))
    await setCoordinatedGroups(db, userId, { groupIds, now })
    const after = { coordinates: namesOf(groupIds) }
    await recordAction(db, ctx, 'set coordinator', 'user', userId, { coordinates: earlier }, after)
    return ok(null)
  })
}

export async function addMinimumWage(ctx: Ctx, wage: MinimumWageInput) {
  const { actor } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, (db) => insertWage(ctx, db, actor, wage))
}

/** `id`: the id of a removed wage that is restored. */
async function insertWage(ctx: Ctx, db: Db, actor: Person, wage: MinimumWageInput & { id?: string }) {
  const { id, state: name, dailyAmount: amount, hours, validFrom, source } = wage
  const entityId = await insertMinimumWage(db, { ...wage, recordedBy: actor.id, recordedAt: ctx.now })
  if (!entityId) return err('wage_exists')
  const action = id ? 'restore minimum wage' : 'add minimum wage'
  const after = { name, amount, hours, validFrom, source }
  await recordAction(db, ctx, action, 'setting', entityId, null, after)
  return ok(entityId)
}

/** Undoes the removal of a minimum wage within an hour. */
export async function restoreMinimumWage(ctx: Ctx, id: string) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const removal = { entity: 'setting', entityId: id, action: 'remove minimum wage', now } as const
    const wage = minimumWageRecord.safeParse((await findRemoval(db, removal))?.before)
    return wage.success ? insertWage(ctx, db, actor, { ...wage.data, id }) : err('action_not_found')
  })
}

export async function removeMinimumWage(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const removed = await deleteMinimumWage(db, id)
    if (!removed) return err('wage_not_found')
    const { state: name, dailyAmount: amount, hours, validFrom, source } = removed
    const previous = { name, amount, hours, validFrom, source }
    await recordAction(db, ctx, 'remove minimum wage', 'setting', id, previous, null)
    return ok(null)
  })
}

/** Sets the state whose minimum wage applies to a group; null: the seller's. */
export async function setWageState(ctx: Ctx, { groupId, state }: { groupId: string; state: string | null }) {
  if (!may(ctx.actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const group = await setGroupState(db, groupId, state)
    if (!group) return err('group_not_found')
    await recordAction(db, ctx, 'update', 'group', groupId, group, { ...group, state })
    return ok(null)
  })
}
