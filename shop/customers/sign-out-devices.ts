import type { Ctx } from '#shop/ctx.ts'
import { endOtherSessions, endSession } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'

export type SignOutDevicesRefusal =
  | { ok: false; reason: 'signed_out' }
  | { ok: false; reason: 'device_not_found' }

/**
 * Ends the session of one of the actor's devices, or of all but the current one. Another person's device is reported as
 * not found.
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
