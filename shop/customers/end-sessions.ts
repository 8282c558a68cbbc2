import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { endSession, endSessions } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Ends one or all sessions of another person, with open streams. */
export async function endSessionsOf(ctx: Ctx, userId: string, which: { id: string } | 'all') {
  const { actor, now } = ctx
  if (!may(actor, 'roles')) return err('not_allowed')
  if (!isUuid(userId) || (which !== 'all' && !isUuid(which.id))) return err('device_not_found')
  return inTransaction(ctx, async (db) => {
    const ended =
      which === 'all' ? await endSessions(db, userId) : Number(await endSession(db, userId, which.id))
    if (ended === 0) return err('device_not_found')
    const change = {
      actorId: actor.id,
      action: 'end sessions',
      entity: 'user',
      entityId: userId,
      now,
    } as const
    await recordChange(db, { ...change, before: null, after: { sessions: ended } })
    return ok(null)
  })
}
