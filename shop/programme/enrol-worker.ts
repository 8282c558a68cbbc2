import { recordAction, recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isStaffPhone } from '#shop/customers/own-accounts.read.ts'
import { changeUser, lockUser, lockUserByEmail } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { changeUpi } from '#shop/programme/change-upi.flow.ts'
import { enrolmentRefusal } from '#shop/programme/coordination.ts'
import { type WorkerInput, workerInput } from '#shop/programme/input.ts'
import { insertFormerPhone, stopChange } from '#shop/programme/upi-changes.sql.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { changeWorker, groupExists, lockWorker, saveWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

type Enrolment = Omit<WorkerInput, 'upiId'> & {
  userId: string
  seenAt?: Date | null
  upiId?: string | null | undefined
}

/**
 * Enrols an account or changes a worker. A changed UPI ID counts a day later (`changeUpi`); an omitted one stays
 * unchanged.
 * `seenAt`: the `updatedAt` that the form showed; null: not enrolled; omitted: not checked.
 */
export async function enrolWorker(ctx: Ctx, { userId, seenAt, upiId, ...details }: Enrolment) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  // Needs a fresh factor, like changes of roles and UPI IDs.
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('user_not_found')
  return inTransaction(ctx, async (db) => {
    if (details.groupId && !(await groupExists(db, details.groupId))) return err('group_not_found')
    const account = await lockUser(db, userId)
    if (!account) return err('user_not_found')
    const refusal = enrolmentRefusal(actor, { userId, ...account })
    if (refusal) return err(refusal)
    const worker = await lockWorker(db, userId)
    if (!worker && !account.emailVerified) return err('email_not_verified')
    const { phone } = details
    const oldPhone = worker?.details.phone ?? null
    if (phone !== null && phone !== oldPhone && (await isStaffPhone(db, actor, { phone, userId })))
      return err('phone_of_staff')
    await changeUser(db, userId, { isWorker: true }, now)
    const isUnchanged =
      seenAt === undefined || (seenAt?.getTime() ?? null) === (worker?.updatedAt.getTime() ?? null)
    if (!isUnchanged) return err('worker_changed')
    if (worker && upiId !== undefined) {
      const change = await changeUpi(ctx, db, { userId, upiId, actorId: actor.id })
      if (!change.ok) return change
    }
    const current = worker ? ((await findWorker(db, userId))?.upiId ?? null) : (upiId ?? null)
    const after = { ...details, upiId: current }
    if (phone !== oldPhone) await insertFormerPhone(db, { userId, phone: oldPhone, now })
    await saveWorker(db, userId, after, now)
    const previous = worker && { ...worker.details, upiId: current }
    await recordAction(db, ctx, 'enrol', 'worker', userId, previous, after)
    return ok(null)
  })
}

/**
 * Enrols a verified account, in Hindi by default, or changes these fields. A UPI ID counts at once and cancels a
 * waiting change.
 * Checks no permission, because only a command on the server calls it.
 */
export async function enrolByEmail(ctx: Pick<Ctx, 'db' | 'now'>, email: string, input: Partial<WorkerInput>) {
  const { now } = ctx
  return inTransaction(ctx, async (db) => {
    const user = await lockUserByEmail(db, email)
    if (!user) return err('user_not_found')
    if (!user.emailVerified) return err('email_not_verified')
    await changeUser(db, user.id, { isWorker: true }, now)
    if (input.upiId !== undefined) await stopChange(db, user.id, now)
    const isEnrolled = await changeWorker(db, user.id, input, now)
    if (!isEnrolled) await saveWorker(db, user.id, { ...workerInput.parse({}), ...input }, now)
    const entry = { actorId: null, action: 'enrol', entity: 'worker', entityId: user.id, now } as const
    const { isWorker } = user
    await recordChange(db, { ...entry, before: { isWorker }, after: { isWorker: true, ...input } })
    return ok(null)
  })
}
