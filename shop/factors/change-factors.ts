import type { Ctx, Db } from '#shop/ctx.ts'
import { deleteKeysOf } from '#shop/customers/api-keys.sql.ts'
import { endSessions } from '#shop/customers/users.sql.ts'
import { listFactors } from '#shop/factors/factors.read.ts'
import {
  deleteFactor,
  deleteFactorsOf,
  type FactorOwner,
  lockFactorOwner,
  replaceRecoveryCodes,
} from '#shop/factors/factors.sql.ts'
import { newRecoveryCodes } from '#shop/factors/recovery-codes.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh, mustHaveFactor } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Removes a factor. Removing the last one also removes the recovery codes. Staff cannot remove their last factor. */
export async function removeFactor(ctx: Ctx, id: string) {
  const { actor, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: actor.id })
    if (!owner) return err('signed_out')
    const factor = isUuid(id) && (await listFactors(db, actor.id)).find((candidate) => candidate.id === id)
    if (!factor) return err('factor_not_found')
    if (owner.factors === 1 && mustHaveFactor(owner, config.isDemo)) return err('last_factor')
    await deleteFactor(db, actor.id, factor.id)
    if (owner.factors === 1) await deleteFactorsOf(db, actor.id)
    const removed = { factor: factor.name, kind: factor.kind }
    await reportChange(ctx, db, {
      news: 'removed',
      userId: actor.id,
      actorId: actor.id,
      before: removed,
      after: null,
    })
    return ok(null)
  })
}

/** Replaces the recovery codes. Returns the new codes, to be shown once. */
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
    const states = { before: null, after: { recoveryCodes: codes.length, renewedAt: now } }
    await reportChange(ctx, db, { news: 'codes-renewed', userId: actor.id, actorId: actor.id, ...states })
    return ok(codes)
  })
}

/**
 * Resets the lost factors of another person. Their sessions and API keys end, and the next sign-in requires the
 * mailed link. Only for owners, who use recovery codes for their own factors (`own_factors`).
 */
export async function resetFactors(ctx: Ctx, userId: string) {
  const { actor } = ctx
  if (!may(actor, 'roles')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('user_not_found')
  if (isSelf(actor, userId)) return err('own_factors')
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: userId })
    if (!owner) return err('user_not_found')
    await resetOwner(ctx, db, owner, actor.id)
    return ok(null)
  })
}

/** Resets factors for the server command, whose user has database access anyway. Returns the number of factors. */
export async function resetFactorsByCommand(ctx: Pick<Ctx, 'db' | 'now' | 'jobs'>, email: string) {
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { email })
    if (!owner) return err('user_not_found')
    await resetOwner(ctx, db, owner, null)
    return ok(owner.factors)
  })
}

async function resetOwner(
  ctx: Pick<Ctx, 'now' | 'jobs'>,
  db: Db,
  { id: userId, factors }: FactorOwner,
  actorId: string | null,
): Promise<void> {
  await deleteFactorsOf(db, userId)
  await endSessions(db, userId)
  await deleteKeysOf(db, userId)
  const states = { before: { factors }, after: { factors: 0, resetAt: ctx.now } }
  await reportChange(ctx, db, { news: 'reset', userId, actorId, ...states })
}
