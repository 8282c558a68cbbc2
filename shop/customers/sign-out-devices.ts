import type { Ctx } from '#shop/ctx.ts'
import { endOtherSessions, endSession } from '#shop/customers/sessions.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'

export type SignOutDevicesRefusal =
  | { ok: false; reason: 'signed_out' }
  | { ok: false; reason: 'device_not_found' }

/**
 * Signs one of the actor's devices out, or all but the one whose session is named. Somebody else's device
 * is answered like one that is not there.
 */
export async function signOutDevices(
  { actor, db }: Ctx,
  which: { id: string } | { allBut: string },
): Promise<Result<null, SignOutDevicesRefusal>> {
  if (actor.kind === 'visitor') return err('signed_out')
  if ('allBut' in which) await endOtherSessions(db, actor.id, which.allBut)
  else if (!isUuid(which.id) || !(await endSession(db, actor.id, which.id))) return err('device_not_found')
  return ok(null)
}
