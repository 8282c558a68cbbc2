import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { afterTransition, type CountStep, counted, isTaskWorker } from '#shop/programme/task.ts'
import { insertCounts, lockTask, markNotified, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Starts a task. Repeating it changes nothing, so that a phone may resend. */
export async function startTask(ctx: Ctx, { workLogId }: { workLogId: string }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    if (task.state === 'in_progress') return ok(null)
    const started = await transitionTask(db, {
      task,
      move: 'start',
      set: { startedAt: now },
      actorId: actor.id,
      now,
    })
    return started ? ok(null) : err('task_already_started')
  })
}

/** Sets the total done so far; repeatable, and an undo sends the earlier total. */
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
    const counted = await transitionTask(db, { task, move: 'count', set, actorId: actor.id, note, now })
    return counted ? ok(null) : err('task_not_in_progress')
  })
}

/**
 * Adds count steps, maybe made offline; repeated ones are ignored. Steps of several phones add up, limited
 * to the task's quantity. Refused once the photo was sent. Returns the total.
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
    const fresh = await insertCounts(db, { workLogId, steps, now })
    const progressCount = counted(task, fresh)
    if (fresh.length === 0) return ok({ progressCount })
    if (afterTransition(task.state, 'count') === null) return err('task_not_in_progress')
    const note = `${progressCount} of ${task.quantity}`
    const moved = await transitionTask(db, {
      task,
      move: 'count',
      set: { progressCount, lastCountId: steps.at(-1)?.id ?? null },
      actorId: actor.id,
      note,
      now,
    })
    return moved ? ok({ progressCount }) : err('task_not_in_progress')
  })
}

/** Asks for a review. The photo's upload does so too; each photo is announced once. */
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
