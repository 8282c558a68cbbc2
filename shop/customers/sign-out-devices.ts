import type { Ctx } from '#shop/ctx.ts'
import { readProofs } from '#shop/customers/users.read.ts'
import { endOtherSessions, endSession } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isJustProven } from '#shop/kernel/strength.ts'

/** Ends another session of the actor, or all others. The current one must just have been proven. */
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
  else if (!isUuid(which.id) || !(await endSession(db, actor.id, which.id))) return err('device_not_found')
  return ok(null)
}
