import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** A worker starts her task. Starting it again changes nothing, so that a phone may repeat the request. */
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
