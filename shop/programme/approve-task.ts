import { isRecorded, recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { mayCoordinate, reviewRefusal } from '#shop/programme/coordination.ts'
import type { Decision } from '#shop/programme/decision.ts'
import { insertEarned } from '#shop/programme/pay.sql.ts'
import { paymentFor } from '#shop/programme/pay.ts'
import { setTaskStock } from '#shop/programme/task-stock.flow.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type Approved = Decision & {
  workLogId: string
  rating: number
  /** How many of the pieces are accepted and paid for; omitted: all. */
  doneQuantity?: number | undefined
  /** Units of the task's product to add to stock; 0 or omitted for none; only admins move stock. */
  stockQuantity?: number | undefined
}

/**
 * An admin, or the group's coordinator, approves a task with 1 to 5 stars, which makes it payable: 11 of 50 pieces are
 * paid as 11. The given units are added to stock.
 */
export async function approveTask(
  ctx: Ctx,
  { workLogId, rating, doneQuantity, stockQuantity = 0, photoId, decisionId }: Approved,
) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor) || (stockQuantity && !may(actor, 'programme'))) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task?.userId) return err('task_not_found')
    const sent = { actorId, entity: 'task', entityId: workLogId } as const
    if (decisionId && (await isRecorded(db, { ...sent, decisionId }))) return ok(null)
    const no = reviewRefusal(actor, task)
    if (no) return err(no)
    if (await isOwnAccount(db, actorId, task.userId)) return err('own_task')
    if (photoId && photoId !== task.photoId) return err('task_not_in_review')
    const done = doneQuantity ?? task.quantity
    if (done < 1 || done > task.quantity) return err('count_out_of_range')
    const isPart = done < task.quantity
    const amount = isPart ? paymentFor(task, done) : task.paymentAmount
    const stockedQuantity = stockQuantity || null
    const reviewed = { reviewDate: now, rejectionReason: null, rejectionPreset: null }
    const part = isPart && { approvedQuantity: done, paymentAmount: amount }
    const set = { ...reviewed, rating, stockedQuantity, ...part }
    const note = isPart ? `${rating} of 5, ${done} of ${task.quantity} accepted` : `${rating} of 5`
    if (!(await transitionTask(db, { task, move: 'approve', set, actorId, note, now }))) {
      return err('task_not_in_review')
    }
    const brought = await setTaskStock(db, { task, quantity: stockQuantity, actorId, now })
    if (brought !== 'moved') return err(brought)
    await insertEarned(db, { userId: task.userId, workLogId, amount, actorId, now })
    const change = { ...sent, action: 'approve', now } as const
    const before = { state: task.state, ...(isPart && { paymentAmount: task.paymentAmount }) }
    const after = { state: 'approved', rating, ...(stockedQuantity && { stockedQuantity }), ...part }
    const made = { ...after, ...(decisionId && { decisionId }) }
    await recordChange(db, { ...change, before, after: made })
    return ok(null)
  })
}
