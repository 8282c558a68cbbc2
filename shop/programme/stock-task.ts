import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { setTaskStock } from '#shop/programme/task-stock.flow.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin sets the units of its product that an approved task added to stock (0 for none). Stock changes by the
 * difference, so that repeating it changes nothing.
 */
export async function stockTask(ctx: Ctx, { workLogId, quantity }: { workLogId: string; quantity: number }) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (!task.productId && quantity > 0) return err('task_without_product')
    const set = { stockedQuantity: quantity || null }
    const note = `${quantity}`
    if (!(await transitionTask(db, { task, move: 'stock', set, actorId, note, now })))
      return err('task_not_approved')
    const brought = await setTaskStock(db, { task, quantity, actorId, now })
    if (brought !== 'moved') return err(brought)
    const change = { actorId, action: 'add to stock', entity: 'task', entityId: workLogId, now } as const
    await recordChange(db, { ...change, before: { stockedQuantity: task.stockedQuantity }, after: set })
    return ok(null)
  })
}
