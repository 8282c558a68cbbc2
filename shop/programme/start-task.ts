import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type StartTaskRefusal =
  | ProgrammeRefusal<'signed_out'>
  | ProgrammeRefusal<'task_not_found'>
  | ProgrammeRefusal<'task_already_started'>

/** A worker starts her task. Starting it again changes nothing, so that a phone may repeat the request. */
export async function startTask(
  ctx: Ctx,
  { workLogId }: { workLogId: string },
): Promise<Result<null, StartTaskRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction<null, StartTaskRefusal>(ctx, async (db) => {
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
