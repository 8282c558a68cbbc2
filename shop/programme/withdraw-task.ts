import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import type { No } from '#shop/programme/refusal.ts'
import { lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type WithdrawTaskRefusal = No<'not_admin'> | No<'task_not_found'> | No<'task_already_started'>

/** An admin withdraws a task that nobody has begun: it is gone for its worker, who gets a mail if she had it. */
export async function withdrawTask(
  ctx: Ctx,
  { workLogId }: { workLogId: string },
): Promise<Result<null, WithdrawTaskRefusal>> {
  const { actor, now, jobs } = ctx
  if (!isAdmin(actor) || actor.kind === 'visitor') return refuse('not_admin')
  const actorId = actor.id
  return inTransaction<null, WithdrawTaskRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || task.state === 'withdrawn') return refuse('task_not_found')
    if (!(await moveTask(db, { task, move: 'withdraw', actorId, now }))) return refuse('task_already_started')
    if (task.userId)
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-withdrawn', id: workLogId } })
    const change = { actorId, action: 'withdraw', entity: 'task', entityId: workLogId, now } as const
    const { state, userId, taskName } = task
    await recordChange(db, { ...change, before: { state, userId, taskName }, after: { state: 'withdrawn' } })
    return done(null)
  })
}
