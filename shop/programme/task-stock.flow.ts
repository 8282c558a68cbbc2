import type { Db } from '#shop/ctx.ts'
import { lockStock, moveStock } from '#shop/inventory/stock.sql.ts'
import type { LockedTask } from '#shop/programme/tasks.sql.ts'

type Brought = {
  /** The task, locked. */
  task: Pick<LockedTask, 'id' | 'taskName' | 'productId' | 'stockedQuantity'>
  /** The total units that the task should have added to stock; 0 removes those it added. */
  quantity: number
  actorId: string
  now: Date
}

/**
 * Adds the units that the task has not added yet, so repeating it is safe; the caller saves `stockedQuantity`
 * in the transaction. Refused without a product, or when the stock is too low to remove units.
 */
export async function setTaskStock(
  db: Db,
  { task, quantity, actorId, now }: Brought,
): Promise<'moved' | 'task_without_product' | 'shelf_too_empty'> {
  const units = quantity - (task.stockedQuantity ?? 0)
  if (units === 0) return 'moved'
  if (!task.productId) return 'task_without_product'
  await lockStock(db, [task.productId])
  const isMoved = await moveStock(db, {
    units: new Map([[task.productId, units]]),
    reason: 'made',
    orderId: null,
    workLogId: task.id,
    actorId,
    note: `${units > 0 ? 'Task' : 'Taken back, task'}: ${task.taskName}`,
    now,
  })
  return isMoved ? 'moved' : 'shelf_too_empty'
}
