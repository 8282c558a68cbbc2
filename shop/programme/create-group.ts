import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { GroupInput } from '#shop/programme/input.ts'
import { insertGroup } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin creates a self-help group for enrolling members. */
export async function createGroup(ctx: Ctx, group: GroupInput) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const groupId = await insertGroup(db, { ...group, createdAt: now })
    if (!groupId) return err('group_name_taken')
    const change = {
      actorId: actor.id,
      action: 'create',
      entity: 'group',
      entityId: groupId,
      now,
    } as const
    await recordChange(db, { ...change, before: null, after: group })
    return ok({ groupId })
  })
}
