import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import type { No } from '#shop/programme/refusal.ts'
import { lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { lockWorkers } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type AssignTaskRefusal =
  | No<'not_admin'>
  | No<'task_not_found'>
  | No<'worker_not_found'>
  | No<'task_already_started'>

/** An admin gives a task to a worker, or takes it back (null), as long as it has not been started. */
export async function assignTask(
  ctx: Ctx,
  { workLogId, userId }: { workLogId: string; userId: string | null },
): Promise<Result<null, AssignTaskRefusal>> {
  const { actor, now, jobs } = ctx
  if (!isAdmin(actor) || actor.kind === 'visitor') return refuse('not_admin')
  const actorId = actor.id
  return inTransaction<null, AssignTaskRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return refuse('task_not_found')
    if (userId && (await lockWorkers(db, [userId])).length === 0) return refuse('worker_not_found')
    const set = { userId, assignedDate: userId ? now : null, remindedAt: null }
    const moved = await moveTask(db, { task, move: 'assign', set, actorId, now })
    if (!moved) return refuse('task_already_started')
    if (userId && userId !== task.userId)
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-assigned', id: workLogId } })
    const change = { actorId, action: 'assign', entity: 'task', entityId: workLogId, now } as const
    await recordChange(db, { ...change, before: { userId: task.userId }, after: { userId } })
    return done(null)
  })
}
