import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { lockWorkers } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin assigns a task to a worker, or unassigns it (null), before it is started. */
export async function assignTask(
  ctx: Ctx,
  { workLogId, userId }: { workLogId: string; userId: string | null },
) {
  const { actor, now, jobs } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (userId && (await lockWorkers(db, [userId])).length === 0) return err('worker_not_found')
    const set = { userId, assignedDate: userId ? now : null, remindedAt: null }
    const moved = await transitionTask(db, { task, move: 'assign', set, actorId, now })
    if (!moved) return err('task_already_started')
    if (userId && userId !== task.userId) {
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-assigned', id: workLogId } })
      await insertNews(db, [{ userId, kind: 'new_task', workLogId }], now)
    }
    const change = { actorId, action: 'assign', entity: 'task', entityId: workLogId, now } as const
    await recordChange(db, { ...change, before: { userId: task.userId }, after: { userId } })
    return ok(null)
  })
}
