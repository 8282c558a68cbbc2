import { randomUUID } from 'node:crypto'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockAllRoles, lockOwnRoles } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { isInScope, mayCoordinate } from '#shop/programme/coordination.ts'
import { heldScope, issueCardTo, mayIssueCards } from '#shop/programme/issue-card.flow.ts'
import { lockWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Makes a worker's new card, also after a forgotten PIN. Her PIN works until she has used it; older cards do not.
 * Coordinators do so for their own groups. Needs a fresh factor: the card can ask for another UPI address.
 */
export async function issueCard(ctx: Ctx, userId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('worker_not_found')
  const batchId = randomUUID()
  return inTransaction(ctx, async (db) => {
    await lockAllRoles(db)
    const scope = await heldScope(db, actor)
    const roles = await lockOwnRoles(db, userId)
    const worker = roles?.isWorker ? await lockWorker(db, userId) : null
    if (!worker || !roles || !isInScope(scope, worker.details.groupId)) return err('worker_not_found')
    if (roles.staffRole) return err('admin_by_email')
    if (worker.details.phone === null) return err('phone_missing')
    if (!(await mayIssueCards(ctx, db, actor, 1))) return err('too_many_cards')
    await issueCardTo(ctx, db, { userId, batchId, issuedBy: actor.id })
    const change = {
      actorId: actor.id,
      action: 'issue card',
      entity: 'worker',
      entityId: userId,
      now,
    } as const
    await recordChange(db, { ...change, before: null, after: { card: batchId } })
    return ok({ batchId })
  })
}
