import type { Ctx } from '#shop/ctx.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import type { No } from '#shop/programme/refusal.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type StartTaskRefusal = No<'signed_out'> | No<'task_not_found'> | No<'task_already_started'>

/** A worker starts a task of hers. Starting what is in progress changes nothing: a phone may send it again. */
export async function startTask(
  ctx: Ctx,
  { workLogId }: { workLogId: string },
): Promise<Result<null, StartTaskRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  return inTransaction<null, StartTaskRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return refuse('task_not_found')
    if (task.state === 'in_progress') return done(null)
    const started = await moveTask(db, {
      task,
      move: 'start',
      set: { startedAt: now },
      actorId: actor.id,
      now,
    })
    return started ? done(null) : refuse('task_already_started')
  })
}
