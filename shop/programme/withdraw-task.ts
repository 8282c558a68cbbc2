import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { coordinatesGroup, mayCoordinate } from '#shop/programme/coordination.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin, or the group's coordinator, withdraws a task before it is started: it disappears for its worker, who gets an
 * email if it was assigned, and a message if she was told of it.
 */
export async function withdrawTask(ctx: Ctx, { workLogId }: { workLogId: string }) {
  const { actor, now, jobs } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || task.state === 'withdrawn' || !coordinatesGroup(actor, task.groupId))
      return err('task_not_found')
    if (!(await transitionTask(db, { task, move: 'withdraw', actorId, now })))
      return err('task_already_started')
    if (task.userId) {
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-withdrawn', id: workLogId } })
      // Waits, or is shown, only where she was told of the task.
      await insertNews(db, [{ userId: task.userId, kind: 'withdrawn', workLogId }], now)
    }
    const change = { actorId, action: 'withdraw', entity: 'task', entityId: workLogId, now } as const
    const { state, userId, taskName } = task
    await recordChange(db, { ...change, before: { state, userId, taskName }, after: { state: 'withdrawn' } })
    return ok(null)
  })
}
