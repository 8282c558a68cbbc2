import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { afterTransition, type CountStep, counted, isTaskWorker } from '#shop/programme/task.ts'
import { insertCounts, lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Adds count steps from a worker's phone, possibly queued offline. Repeated steps change nothing; steps of several
 * phones add up, limited to the task's quantity. Refused once the photo was sent. Returns the total count.
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
