import type { Ctx } from '#shop/ctx.ts'
import { listFactors } from '#shop/factors/factors.read.ts'
import {
  deleteFactor,
  deleteFactorsOf,
  lockFactorOwner,
  replaceRecoveryCodes,
} from '#shop/factors/factors.sql.ts'
import { newRecoveryCodes } from '#shop/factors/recovery-codes.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh, mustHaveFactor } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Removes one of the actor's factors, proven within ten minutes. With the last one, which staff keep, the recovery codes go, too. */
export async function removeFactor(ctx: Ctx, id: string) {
  const { actor, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: actor.id })
    if (!owner) return err('signed_out')
    const factor = isUuid(id) && (await listFactors(db, actor.id)).find((one) => one.id === id)
    if (!factor) return err('factor_not_found')
    if (owner.factors === 1 && mustHaveFactor(owner, config.isDemo)) return err('last_factor')
    await deleteFactor(db, actor.id, factor.id)
    if (owner.factors === 1) await deleteFactorsOf(db, actor.id)
    const before = { factor: factor.name, kind: factor.kind }
    await reportChange(ctx, db, { news: 'removed', userId: actor.id, actorId: actor.id, before, after: null })
    return ok(null)
  })
}

/** Replaces the actor's recovery codes; returns the new ones, to be shown once. */
export async function renewRecoveryCodes(ctx: Ctx) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: actor.id })
    if (!owner) return err('signed_out')
    if (owner.factors === 0) return err('factor_not_found')
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(db, actor.id, codes)
    const change = { before: null, after: { recoveryCodes: codes.length, renewedAt: now } }
    await reportChange(ctx, db, { news: 'codes-renewed', userId: actor.id, actorId: actor.id, ...change })
    return ok(codes)
  })
}
