import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockAccount, lockAllRoles } from '#shop/customers/users.sql.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { listGroups } from '#shop/programme/workers.read.ts'
import { coordinatedBy, setCoordinated } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin chooses the groups that a person coordinates; none takes the role away. It counts from the person's next
 * request; her open cards for workers of other groups end with it.
 */
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
    // As for a card that she makes meanwhile.
    await lockAllRoles(db)
    const account = await lockAccount(db, userId)
    if (!account) return err('user_not_found')
    if (!account.isVerified && groupIds.length > 0) return err('email_not_verified')
    const groups = await listGroups(db)
    const named = (ids: readonly string[]) =>
      groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    if (named(groupIds).length < groupIds.length) return err('group_not_found')
    const before = { coordinates: named(await coordinatedBy(db, userId)) }
    await setCoordinated(db, userId, { groupIds, now })
    const change = { actorId: actor.id, action: 'set coordinator', entity: 'user', entityId: userId } as const
    await recordChange(db, { ...change, now, before, after: { coordinates: named(groupIds) } })
    return ok(null)
  })
}
