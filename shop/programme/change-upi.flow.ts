import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isMailable } from '#shop/customers/no-mail.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { OLD_PHONE_MS, UPI_CHANGES_A_DAY, UPI_CHANGES_WITHIN_MS, UPI_WAIT_MS } from '#shop/programme/upi.ts'
import { mustUpiWait } from '#shop/programme/upi-changes.read.ts'
import {
  applyDueChanges,
  countChangesSince,
  insertChange,
  type NewUpiChange,
  phoneBefore,
  stopChange,
} from '#shop/programme/upi-changes.sql.ts'
import type { Worker } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { changeWorker } from '#shop/programme/workers.sql.ts'

type NewUpi = { userId: string; upiId: string | null; actorId: string }

export type UpiOutcome = { kind: 'now' } | { kind: 'later'; countsFrom: Date } | { kind: 'same' }

/**
 * Changes the UPI ID of a worker whose row the caller has locked. A first one counts at once unless
 * `mustUpiWait`. Any other waits a day and replaces a waiting change.
 * Notifies the worker's email or former phone number of a change, and of a first UPI ID the worker entered.
 */
export async function changeUpi(ctx: Pick<Ctx, 'now' | 'jobs'>, db: Db, { userId, upiId, actorId }: NewUpi) {
  const { now } = ctx
  await applyDueChanges(db, now, userId)
  const worker = await findWorker(db, userId)
  if (!worker) return err('worker_not_found')
  const pending = worker.upiChange
  if (upiId === worker.upiId || (pending && pending.newUpiId === upiId))
    return ok<UpiOutcome>({ kind: 'same' })
  const entry = { actorId, action: 'change upi', entity: 'worker', entityId: userId, now } as const
  // After a removal, the next UPI ID waits, too.
  if (!(await mustUpiWait(db, userId, now))) {
    await changeWorker(db, userId, { upiId }, now)
    const firstAddress = { userId, oldUpiId: null, newUpiId: upiId, askedBy: actorId, askedAt: now }
    if (actorId === userId)
      await notifyOldContact(ctx, db, { ...firstAddress, countsFrom: now, appliedAt: now }, worker)
    await recordChange(db, { ...entry, before: { upiId: null }, after: { upiId } })
    return ok<UpiOutcome>({ kind: 'now' })
  }
  const since = new Date(now.getTime() - UPI_CHANGES_WITHIN_MS)
  if ((await countChangesSince(db, userId, since)) >= UPI_CHANGES_A_DAY) return err('upi_changed_often')
  await stopChange(db, userId, now)
  const countsFrom = new Date(now.getTime() + UPI_WAIT_MS)
  const addressChange = {
    userId,
    oldUpiId: worker.upiId,
    newUpiId: upiId,
    askedBy: actorId,
    askedAt: now,
    countsFrom,
  }
  await notifyOldContact(ctx, db, addressChange, worker)
  await recordChange(db, { ...entry, before: { upiId: worker.upiId }, after: { upiId, countsFrom } })
  return ok<UpiOutcome>({ kind: 'later', countsFrom })
}

/** Stores the change and queues its email. Without email, `listUpiNotices` lists the number to call. */
async function notifyOldContact(
  { jobs }: Pick<Ctx, 'jobs'>,
  db: Db,
  change: Omit<NewUpiChange, 'tellBy' | 'tellPhone'>,
  { email, phone }: Pick<Worker, 'email' | 'phone'>,
): Promise<void> {
  const byEmail = isMailable(email)
  const tellBy = byEmail ? 'email' : 'person'
  const replacedSince = new Date(change.askedAt.getTime() - OLD_PHONE_MS)
  const tellPhone = byEmail ? null : ((await phoneBefore(db, change.userId, replacedSince)) ?? phone)
  const id = await insertChange(db, { ...change, tellBy, tellPhone })
  if (byEmail) await jobs.send(db, { queue: 'programme-mail', data: { kind: 'upi-change', id } })
}
