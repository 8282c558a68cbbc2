import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { afterTransition, applySteps, type CountStep, isTaskWorker } from '#shop/programme/task.ts'
import {
  insertCounts,
  lockTask,
  markNotified,
  noteBegunWork,
  transitionTask,
} from '#shop/programme/tasks.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/**
 * Starts a task. Repeating it changes nothing, so that a phone may resend. If the task has been withdrawn, records
 * for the coordinator that the worker had started it.
 */
export async function startTask(ctx: Ctx, { workLogId }: { workLogId: string }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const started = await tryStart(ctx, actor, workLogId)
  if (!started.ok && started.reason === 'task_not_found' && isUuid(workLogId))
    await transact(ctx, (db) => noteBegunWork(db, { workLogId, userId: actor.id, now }))
  return started
}

async function tryStart(ctx: Ctx, actor: Person, workLogId: string) {
  const { now } = ctx
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    if (task.state === 'in_progress') return ok(null)
    const isStarted = await transitionTask(db, {
      task,
      move: 'start',
      set: { startedAt: now },
      actorId: actor.id,
      now,
    })
    return isStarted ? ok(null) : err('task_already_started')
  })
}

/** Sets the number of finished pieces. Idempotent. To undo, send the earlier number. */
export async function countProgress(ctx: Ctx, { workLogId, count }: { workLogId: string; count: number }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    if (!Number.isInteger(count) || count < 0 || count > task.quantity) return err('count_out_of_range')
    if (task.state !== 'pending' && count === task.progressCount) return ok(null)
    const set = { progressCount: count }
    const note = `${count} of ${task.quantity}`
    const isCounted = await transitionTask(db, { task, move: 'count', set, actorId: actor.id, note, now })
    return isCounted ? ok(null) : err('task_not_in_progress')
  })
}

/**
 * Adds count steps, which may have been made offline, and ignores repeated steps. Steps of several phones add up, at
 * most to the task's quantity.
 * Refuses new steps once the photo was sent. Returns the total.
 */
export async function addCounts(
  ctx: Ctx,
  { workLogId, steps }: { workLogId: string; steps: readonly CountStep[] },
) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    const newSteps = await insertCounts(db, { workLogId, steps, now })
    const progressCount = applySteps(task, newSteps)
    if (newSteps.length === 0) return ok({ progressCount })
    if (afterTransition(task.state, 'count') === null) return err('task_not_in_progress')
    const note = `${progressCount} of ${task.quantity}`
    const isMoved = await transitionTask(db, {
      task,
      move: 'count',
      set: { progressCount, lastCountId: steps.at(-1)?.id ?? null },
      actorId: actor.id,
      note,
      now,
    })
    return isMoved ? ok({ progressCount }) : err('task_not_in_progress')
  })
}

/** Emails the reviewers, unless the photo's upload or an earlier request already has. */
export async function requestApproval(ctx: Ctx, { workLogId }: { workLogId: string }) {
  const { actor, jobs } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    if (task.state !== 'pending_review' || !task.photoId) return err('task_not_in_review')
    if (await markNotified(db, workLogId, task.photoId)) {
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-approval', id: workLogId } })
    }
    return ok(null)
  })
}
