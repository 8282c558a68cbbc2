import { recordChange } from '#shop/audit/audit.sql.ts'
import type { GstRateInput } from '#shop/catalogue/gst-rate.ts'
import { deleteNewRate, insertGstRate } from '#shop/catalogue/gst-rates.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Adds a rate from today or later, since placed orders keep theirs. Returns its id. */
export async function addGstRate(ctx: Ctx, input: GstRateInput) {
  const { actor, now } = ctx
  if (!may(actor, 'taxes')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (input.validFrom < dayOf(now)) return err('rate_in_the_past')
  const actorId = actor.kind === 'person' ? actor.id : null
  const { percent, ...rest } = input
  const rate = { ...rest, rate: Math.round(percent * 100) }
  return inTransaction(ctx, async (db) => {
    const id = await insertGstRate(db, { ...rate, createdBy: actorId, createdAt: now })
    if (!id) return err('rate_exists')
    const entry = { action: 'create', entity: 'gst-rate', entityId: id, before: null } as const
    await recordChange(db, { ...entry, after: input, actorId, now })
    return ok(id)
  })
}

/** Removes a rate that begins today or later. Placed orders keep theirs. */
export async function removeGstRate(ctx: Ctx, id: string) {
  const { actor, now } = ctx
  if (!may(actor, 'taxes')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(id)) return err('rate_not_removable')
  const actorId = actor.kind === 'person' ? actor.id : null
  return inTransaction(ctx, async (db) => {
    const removed = await deleteNewRate(db, id, dayOf(now))
    if (!removed) return err('rate_not_removable')
    const { hsn, validFrom, source, rate } = removed
    const entry = { action: 'delete', entity: 'gst-rate', entityId: id, after: null } as const
    await recordChange(db, {
      ...entry,
      before: { hsn, validFrom, source, percent: rate / 100 },
      actorId,
      now,
    })
    return ok(null)
  })
}
