import { recordChange } from '#shop/audit/audit.sql.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import type { BatchInput } from '#shop/programme/input.ts'
import type { No } from '#shop/programme/refusal.ts'
import { lockTask, moveTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NameBatchRefusal =
  | No<'not_admin'>
  | No<'task_not_found'>
  | No<'product_not_found'>
  | No<'task_not_approved'>
  | No<'task_in_stock'>

/** An admin says into which product and batch approved work went; null takes that back. */
export async function nameBatch(
  ctx: Ctx,
  { workLogId, productId, batchCode }: BatchInput & { workLogId: string },
): Promise<Result<null, NameBatchRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor) || actor.kind === 'visitor') return refuse('not_admin')
  const actorId = actor.id
  return inTransaction<null, NameBatchRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return refuse('task_not_found')
    if (productId && !(await productExists(db, productId))) return refuse('product_not_found')
    // What it added is stock of the product that it names.
    if (task.stockedQuantity && productId !== task.productId) return refuse('task_in_stock')
    const set = { productId, batchCode: productId ? batchCode : null }
    if (!(await moveTask(db, { task, move: 'name_batch', set, actorId, now })))
      return refuse('task_not_approved')
    const change = { actorId, action: 'name batch', entity: 'task', entityId: workLogId, now } as const
    const before = { productId: task.productId, batchCode: task.batchCode }
    await recordChange(db, { ...change, before, after: set })
    return done(null)
  })
}
