import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * A worker reports the total number done so far. A total can be sent again safely, and undoing is sending the previous
 * one.
 */
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
