import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { insertEarned } from '#shop/programme/pay.sql.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { setTaskStock } from '#shop/programme/task-stock.flow.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ApproveTaskRefusal =
  | ProgrammeRefusal<'not_admin'>
  | ProgrammeRefusal<'task_not_found'>
  | ProgrammeRefusal<'task_not_in_review'>
  | ProgrammeRefusal<'task_without_product'>
  | ProgrammeRefusal<'shelf_too_empty'>

export type Approved = {
  workLogId: string
  rating: number
  /** Units of the task's product to add to stock; 0 or omitted for none. */
  stockQuantity?: number | undefined
}

/** An admin approves a task with 1 to 5 stars, which makes it payable. The given units are added to stock. */
export async function approveTask(
  ctx: Ctx,
  { workLogId, rating, stockQuantity = 0 }: Approved,
): Promise<Result<null, ApproveTaskRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor)) return err('not_admin')
  const actorId = actor.id
  return inTransaction<null, ApproveTaskRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task?.userId) return err('task_not_found')
    const stockedQuantity = stockQuantity || null
    const reviewed = { reviewDate: now, rejectionReason: null, rejectionPreset: null }
    const set = { ...reviewed, rating, stockedQuantity }
    const note = `${rating} of 5`
    if (!(await transitionTask(db, { task, move: 'approve', set, actorId, note, now }))) {
      return err('task_not_in_review')
    }
    const brought = await setTaskStock(db, { task, quantity: stockQuantity, actorId, now })
    if (brought !== 'moved') return err(brought)
    const { userId, paymentAmount: amount } = task
    await insertEarned(db, { userId, workLogId, amount, actorId, now })
    const change = { actorId, action: 'approve', entity: 'task', entityId: workLogId, now } as const
    const after = { state: 'approved', rating, ...(stockedQuantity && { stockedQuantity }) }
    await recordChange(db, { ...change, before: { state: task.state }, after })
    return ok(null)
  })
}
