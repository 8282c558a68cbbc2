import { recordChange } from '#shop/audit/audit.sql.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { BatchInput } from '#shop/programme/input.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin sets the product and batch of approved work; null clears them. */
export async function nameBatch(
  ctx: Ctx,
  { workLogId, productId, batchCode }: BatchInput & { workLogId: string },
) {
  const { actor, now } = ctx
  if (!may(actor, 'programme')) return err('not_allowed')
  const actorId = actor.id
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    if (productId && !(await productExists(db, productId))) return err('product_not_found')
    // The stock that it added belongs to its current product.
    if (task.stockedQuantity && productId !== task.productId) return err('task_in_stock')
    const set = { productId, batchCode: productId ? batchCode : null }
    if (!(await transitionTask(db, { task, move: 'name_batch', set, actorId, now })))
      return err('task_not_approved')
    const change = { actorId, action: 'name batch', entity: 'task', entityId: workLogId, now } as const
    const before = { productId: task.productId, batchCode: task.batchCode }
    await recordChange(db, { ...change, before, after: set })
    return ok(null)
  })
}
