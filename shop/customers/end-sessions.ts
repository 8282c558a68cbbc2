import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { readProofs } from '#shop/customers/users.read.ts'
import { endOtherSessions, endSessions } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isJustProven } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Ends one or all sessions of another person, with their open event streams. */
export async function endSessionsOf(ctx: Ctx, userId: string, which: { id: string } | 'all') {
  if (!may(ctx.actor, 'roles')) return err('not_allowed')
  if (!isUuid(userId) || (which !== 'all' && !isUuid(which.id))) return err('device_not_found')
  return inTransaction(ctx, async (db) => {
    const ended = await endSessions(db, userId, which === 'all' ? undefined : which.id)
    if (ended === 0) return err('device_not_found')
    await recordAction(db, ctx, 'end sessions', 'user', userId, null, { sessions: ended })
    return ok(null)
  })
}

/**
 * Ends one session of the actor, or all except `sessionId`. The actor must just have confirmed their identity in
 * `sessionId`. Reports another person's device as not found.
 */
export async function signOutDevices(
  { actor, db, now }: Ctx,
  sessionId: string,
  which: { id: string } | 'others',
) {
  if (actor.kind === 'visitor') return err('signed_out')
  const proofs = isUuid(sessionId) ? await readProofs(db, { id: sessionId, userId: actor.id }) : null
  if (!proofs) return err('signed_out')
  if (!isJustProven(proofs, now)) return err('factor_stale')
  if (which === 'others') await endOtherSessions(db, actor.id, sessionId)
  else if (!isUuid(which.id) || !(await endSessions(db, actor.id, which.id))) return err('device_not_found')
  return ok(null)
}
