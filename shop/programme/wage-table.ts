import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { MinimumWageInput } from '#shop/programme/minimum-wage.ts'
import { deleteMinimumWage, insertMinimumWage, setGroupState } from '#shop/programme/minimum-wages.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin enters a state's minimum wage with its source. Returns its id. */
export async function addMinimumWage(ctx: Ctx, wage: MinimumWageInput) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const entityId = await insertMinimumWage(db, { ...wage, recordedBy: actorId, recordedAt: now })
    if (!entityId) return err('wage_exists')
    const { state: name, dailyAmount: amount, hours, validFrom, source } = wage
    const change = { actorId, action: 'add minimum wage', entity: 'setting', entityId, now } as const
    await recordChange(db, { ...change, before: null, after: { name, amount, hours, validFrom, source } })
    return ok(entityId)
  })
}

/** An admin removes a wage that was entered by mistake. */
export async function removeMinimumWage(ctx: Ctx, id: string) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const removed = await deleteMinimumWage(db, id)
    if (!removed) return err('wage_not_found')
    const { state: name, dailyAmount: amount, hours, source } = removed
    const change = { actorId, action: 'remove minimum wage', entity: 'setting', entityId: id, now } as const
    await recordChange(db, { ...change, before: { name, amount, hours, source }, after: null })
    return ok(null)
  })
}

/** An admin says in which state a group works, whose minimum wage then counts; null for the seller's. */
export async function placeGroup(ctx: Ctx, { groupId, state }: { groupId: string; state: string | null }) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const group = await setGroupState(db, groupId, state)
    if (!group) return err('group_not_found')
    const change = { actorId, action: 'update', entity: 'group', entityId: groupId, now } as const
    const { name, before } = group
    await recordChange(db, { ...change, before: { name, state: before }, after: { name, state } })
    return ok(null)
  })
}
