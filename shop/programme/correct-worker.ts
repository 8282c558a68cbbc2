import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isStaffPhone } from '#shop/customers/own-accounts.read.ts'
import { changeUser, lockUser } from '#shop/customers/users.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { coordinatesGroup, enrolmentRefusal, mayCoordinate } from '#shop/programme/coordination.ts'
import { hasWork } from '#shop/programme/sign-in.read.ts'
import { isPhoneFull, lockPhone } from '#shop/programme/sign-in.sql.ts'
import { insertFormerPhone } from '#shop/programme/upi-changes.sql.ts'
import { changeWorker, deleteWorker, lockWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `seenPhone`: the number that the form showed when it was opened; '' for none. */
type Correction = { userId: string; fullName: string; phone: string; seenPhone: string }

/**
 * Corrects a worker's name and phone number. Needs a fresh second factor, since workers sign in and get notices of UPI
 * changes by their number. The former number still receives these notices for seven days.
 */
export async function correctWorker(ctx: Ctx, { userId, fullName, phone, seenPhone }: Correction) {
  const { actor, now, fields } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    await lockPhone(db, phone)
    const found = await lockOwnWorker(db, actor, userId)
    if (!found.ok) return found
    const { account, details } = found.value
    // An unchanged field must not restore a number that was replaced in the meantime.
    const isCorrected = phone !== seenPhone
    if (isCorrected && seenPhone !== (details.phone ?? '')) return err('worker_changed')
    if (isCorrected) {
      if (await isPhoneFull(db, fields, { phone, userId })) return err('phone_full')
      if (await isStaffPhone(db, actor, { phone, userId })) return err('phone_of_staff')
      await insertFormerPhone(db, { userId, phone: details.phone, now })
      await changeWorker(db, userId, { phone }, now)
    }
    await changeUser(db, userId, { fullName }, now)
    const previous = { fullName: account.fullName, phone: details.phone }
    const after = { fullName, phone: isCorrected ? phone : details.phone }
    await recordAction(db, ctx, 'correct worker', 'worker', userId, previous, after)
    return ok(null)
  })
}

/** Ends the enrolment of a worker who has no pay and no tasks except withdrawn ones. The account stays. */
export async function removeWorker(ctx: Ctx, userId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    const found = await lockOwnWorker(db, actor, userId)
    if (!found.ok) return found
    if (await hasWork(db, userId)) return err('worker_has_work')
    await changeUser(db, userId, { isWorker: false }, now)
    await deleteWorker(db, userId)
    const { groupId, phone } = found.value.details
    const previous = { isWorker: true, groupId, phone }
    await recordAction(db, ctx, 'remove worker', 'worker', userId, previous, { isWorker: false })
    return ok(null)
  })
}

/** Locks a worker of the actor's groups. Refuses staff and the actor's own account. */
async function lockOwnWorker(db: Db, actor: Person, userId: string) {
  const account = await lockUser(db, userId)
  const worker = account?.isWorker ? await lockWorker(db, userId) : null
  if (!account || !worker || !coordinatesGroup(actor, worker.details.groupId)) return err('worker_not_found')
  const refusal = enrolmentRefusal(actor, { userId, ...account })
  if (refusal) return err(refusal)
  if (account.staffRole) return err('admin_by_email')
  return ok({ account, details: worker.details })
}
