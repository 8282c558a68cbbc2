import type { Ctx, Db } from '#shop/ctx.ts'
import { endSessions } from '#shop/customers/users.sql.ts'
import { deleteFactorsOf, type FactorOwner, lockFactorOwner } from '#shop/factors/factors.sql.ts'
import { reportChange } from '#shop/factors/report-change.flow.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An owner resets the factors of somebody who has lost them all: ends that person's sessions, and the next sign-in asks for
 * the mailed link. An owner uses recovery codes for their own (`own_factors`).
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
    await reset(ctx, db, owner, actor.id)
    return ok(null)
  })
}

/**
 * The same by a command on the machine, whose user has access to the database anyway; returns how many factors there
 * were.
 */
export async function resetFactorsByCommand(ctx: Pick<Ctx, 'db' | 'now' | 'jobs'>, email: string) {
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { email })
    if (!owner) return err('user_not_found')
    await reset(ctx, db, owner, null)
    return ok(owner.factors)
  })
}

async function reset(
  ctx: Pick<Ctx, 'now' | 'jobs'>,
  db: Db,
  { id: userId, factors }: FactorOwner,
  actorId: string | null,
): Promise<void> {
  await deleteFactorsOf(db, userId)
  await endSessions(db, userId)
  const change = { before: { factors }, after: { factors: 0, resetAt: ctx.now } }
  await reportChange(ctx, db, { news: 'reset', userId, actorId, ...change })
}
