import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { insertEarned } from '#shop/programme/pay.sql.ts'
import type { No } from '#shop/programme/refusal.ts'
import { lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ApproveTaskRefusal = No<'not_admin'> | No<'task_not_found'> | No<'task_not_in_review'>

/** An admin approves what a worker sent, with 1 to 5 stars: from now on it is to be paid. */
export async function approveTask(
  ctx: Ctx,
  { workLogId, rating }: { workLogId: string; rating: number },
): Promise<Result<null, ApproveTaskRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor) || actor.kind === 'visitor') return refuse('not_admin')
  const actorId = actor.id
  return inTransaction<null, ApproveTaskRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task?.userId) return refuse('task_not_found')
    const set = { rating, reviewDate: now, rejectionReason: null, rejectionPreset: null }
    const note = `${rating} of 5`
    if (!(await moveTask(db, { task, move: 'approve', set, actorId, note, now }))) {
      return refuse('task_not_in_review')
    }
    const { userId, paymentAmount: amount } = task
    await insertEarned(db, { userId, workLogId, amount, actorId, now })
    const change = { actorId, action: 'approve', entity: 'task', entityId: workLogId, now } as const
    await recordChange(db, { ...change, before: { state: task.state }, after: { state: 'approved', rating } })
    return done(null)
  })
}
