import type { Ctx } from '#shop/ctx.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { type CountStep, counted } from '#shop/programme/counting.ts'
import type { No } from '#shop/programme/refusal.ts'
import { afterMove, isTaskWorker } from '#shop/programme/task.ts'
import { insertCounts, lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type AddCountsRefusal = No<'signed_out'> | No<'task_not_found'> | No<'task_not_in_progress'>

/**
 * Steps of counting from a worker's phone, which may have waited there for a network. A step that was received before
 * changes nothing; steps of several phones add up, each as far as the task goes. Once the photo has been sent, new ones
 * are refused. Gives the whole count.
 */
export async function addCounts(
  ctx: Ctx,
  { workLogId, steps }: { workLogId: string; steps: readonly CountStep[] },
): Promise<Result<{ progressCount: number }, AddCountsRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  return inTransaction<{ progressCount: number }, AddCountsRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return refuse('task_not_found')
    const fresh = await insertCounts(db, { workLogId, steps, now })
    const progressCount = counted(task, fresh)
    if (fresh.length === 0) return done({ progressCount })
    if (afterMove(task.state, 'count') === null) return refuse('task_not_in_progress')
    const note = `${progressCount} of ${task.quantity}`
    const moved = await moveTask(db, {
      task,
      move: 'count',
      set: { progressCount },
      actorId: actor.id,
      note,
      now,
    })
    return moved ? done({ progressCount }) : refuse('task_not_in_progress')
  })
}
