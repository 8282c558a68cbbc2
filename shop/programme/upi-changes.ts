/** Changes of a worker's UPI ID. */
import { recordAction, recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { lockUser } from '#shop/customers/users.sql.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { changeUpi } from '#shop/programme/change-upi.flow.ts'
import { coordinatesGroup, enrolmentRefusal, mayCoordinate } from '#shop/programme/coordination.ts'
import { type OwnProof, verifyProof } from '#shop/programme/own-proof.flow.ts'
import { applyDueChanges, recordNotice, stopChange, workerOfChange } from '#shop/programme/upi-changes.sql.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { lockWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** Changes the actor's own UPI ID. Null removes it. Entering the current one cancels a waiting change. */
export async function changeOwnUpi(ctx: Ctx, { upiId, proof }: { upiId: string | null; proof: OwnProof }) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  if (!(await verifyProof(ctx, actor, proof))) return err('pin_wrong')
  return inTransaction(ctx, async (db) => {
    if (!(await lockWorker(db, actor.id))) return err('worker_not_found')
    const change = await changeUpi(ctx, db, { userId: actor.id, upiId, actorId: actor.id })
    if (change.ok && change.value.kind === 'same' && (await findWorker(db, actor.id))?.upiId === upiId)
      await stopAndRecord(ctx, db, actor, actor.id)
    return change
  })
}

/** Changes a worker's UPI ID as staff. It waits like the worker's own change (`mustUpiWait`). */
export async function changeUpiOf(ctx: Ctx, { userId, upiId }: { userId: string; upiId: string | null }) {
  const { actor } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!isUuid(userId)) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    const account = await lockUser(db, userId)
    if (!account || !(await lockWorker(db, userId))) return err('worker_not_found')
    const refusal = enrolmentRefusal(actor, { userId, ...account })
    if (refusal) return err(refusal)
    return changeUpi(ctx, db, { userId, upiId, actorId: actor.id })
  })
}

/** Cancels a waiting change. The worker, a coordinator of the group, and admins may do so. */
export async function stopUpiChange(ctx: Ctx, userId: string) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isUuid(userId)) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    if (!(await lockWorker(db, userId))) return err('worker_not_found')
    const worker = await findWorker(db, userId)
    const mayStop = isSelf(actor, userId) || coordinatesGroup(actor, worker?.group?.id ?? null)
    if (!mayStop) return err('worker_not_found')
    return (await stopAndRecord(ctx, db, actor, userId)) ? ok(null) : err('upi_change_over')
  })
}

async function stopAndRecord({ now }: Ctx, db: Db, actor: Person, userId: string): Promise<boolean> {
  const stopped = await stopChange(db, userId, now)
  if (!stopped) return false
  const entry = { actorId: actor.id, action: 'stop upi change', entity: 'worker', entityId: userId } as const
  await recordChange(db, {
    ...entry,
    now,
    before: { upiId: stopped.newUpiId, countsFrom: stopped.countsFrom },
    after: null,
  })
  return true
}

/** Records that a person notified the worker of a change (`listUpiNotices`). */
export async function markUpiNotified(ctx: Ctx, changeId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const worker = await workerOfChange(db, changeId)
    if (!worker || !coordinatesGroup(actor, worker.groupId)) return err('upi_change_not_found')
    if (!(await recordNotice(db, { id: changeId, toldBy: actor.id, byAdmin: may(actor, 'programme'), now })))
      return ok(null)
    const { userId: entityId } = worker
    await recordAction(db, ctx, 'tell of upi change', 'worker', entityId, { isTold: false }, { isTold: true })
    return ok(null)
  })
}

/** Writes due changes into `workers`. Payouts and pages use a due change even before this job has run. */
export async function applyUpiChanges(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  await transact(ctx, async (db) => {
    await applyDueChanges(db, ctx.now)
  })
}
