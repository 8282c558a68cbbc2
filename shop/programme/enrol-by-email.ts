import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockUserByEmail, setRoles } from '#shop/customers/users.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { type WorkerInput, workerInput } from '#shop/programme/input.ts'
import { stopChange } from '#shop/programme/upi-changes.sql.ts'
import { changeWorker, saveWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Enrols the account with this verified address as a worker, in Hindi by default, or changes the given fields of an
 * enrolled one. A UPI address counts at once, and stops a change that waits. Does not check the actor: only a command on
 * the server calls it.
 */
export async function enrolByEmail(ctx: Pick<Ctx, 'db' | 'now'>, email: string, given: Partial<WorkerInput>) {
  const { now } = ctx
  return inTransaction(ctx, async (db) => {
    const user = await lockUserByEmail(db, email)
    if (!user) return err('user_not_found')
    if (!user.emailVerified) return err('email_not_verified')
    await setRoles(db, user.id, { isWorker: true }, now)
    if (given.upiId !== undefined) await stopChange(db, user.id, now)
    const isKnown = await changeWorker(db, user.id, given, now)
    if (!isKnown) await saveWorker(db, user.id, { ...workerInput.parse({}), ...given }, now)
    const change = { actorId: null, action: 'enrol', entity: 'worker', entityId: user.id, now } as const
    const before = { isWorker: user.isWorker }
    await recordChange(db, { ...change, before, after: { isWorker: true, ...given } })
    return ok(null)
  })
}
