import { findRemoval } from '#shop/audit/audit.read.ts'
import { recordAction } from '#shop/audit/audit.sql.ts'
import { type GstRateInput, gstRateInput } from '#shop/catalogue/gst-rate.ts'
import { deleteNewRate, insertGstRate } from '#shop/catalogue/gst-rates.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Adds a rate and returns its id. It begins today or later: an earlier rate would not change placed orders. */
export async function addGstRate(ctx: Ctx, input: GstRateInput) {
  const { actor, now } = ctx
  if (!may(actor, 'taxes')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (input.validFrom < dayOf(now)) return err('rate_in_the_past')
  return inTransaction(ctx, (db) => insertRate(ctx, db, actor, input))
}

/** `id`: of the removed rate, when it is restored. */
async function insertRate(ctx: Ctx, db: Db, actor: Person, input: GstRateInput & { id?: string }) {
  const { percent, id: restoredId, ...rest } = input
  const rate = { ...(restoredId && { id: restoredId }), ...rest, rate: Math.round(percent * 100) }
  const id = await insertGstRate(db, { ...rate, createdBy: actor.id, createdAt: ctx.now })
  if (!id) return err('rate_exists')
  const action = restoredId ? 'restore' : 'create'
  await recordAction(db, ctx, action, 'gst-rate', id, null, { percent, ...rest })
  return ok(id)
}

/** Undoes the removal of a rate within an hour, unless the rate would begin in the past. */
export async function restoreGstRate(ctx: Ctx, id: string) {
  const { actor, now } = ctx
  if (!may(actor, 'taxes')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const removal = { entity: 'gst-rate', entityId: id, action: 'delete', now } as const
    const input = gstRateInput.safeParse((await findRemoval(db, removal))?.before)
    if (!input.success) return err('action_not_found')
    if (input.data.validFrom < dayOf(now)) return err('rate_in_the_past')
    return insertRate(ctx, db, actor, { ...input.data, id })
  })
}

/** Removes a rate that begins today or later. Placed orders keep theirs. */
export async function removeGstRate(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'taxes')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(id)) return err('rate_not_removable')
  return inTransaction(ctx, async (db) => {
    const removed = await deleteNewRate(db, id, dayOf(ctx.now))
    if (!removed) return err('rate_not_removable')
    const { hsn, validFrom, source, rate } = removed
    const previous = { hsn, validFrom, source, percent: rate / 100 }
    await recordAction(db, ctx, 'delete', 'gst-rate', id, previous, null)
    return ok(null)
  })
}
