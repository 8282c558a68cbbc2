import type { Ctx } from '#shop/ctx.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import type { No } from '#shop/programme/refusal.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type CountProgressRefusal =
  | No<'signed_out'>
  | No<'task_not_found'>
  | No<'count_out_of_range'>
  | No<'task_not_in_progress'>

/**
 * A worker says how many are done so far. It is the whole count, not a step, so that a phone may send it again, and
 * undoing is sending the count before.
 */
export async function countProgress(
  ctx: Ctx,
  { workLogId, count }: { workLogId: string; count: number },
): Promise<Result<null, CountProgressRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  return inTransaction<null, CountProgressRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return refuse('task_not_found')
    if (!Number.isInteger(count) || count < 0 || count > task.quantity) return refuse('count_out_of_range')
    if (task.state !== 'pending' && count === task.progressCount) return done(null)
    const set = { progressCount: count }
    const note = `${count} of ${task.quantity}`
    const counted = await moveTask(db, { task, move: 'count', set, actorId: actor.id, note, now })
    return counted ? done(null) : refuse('task_not_in_progress')
  })
}
