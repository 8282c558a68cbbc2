import { deleteProduct, lockProduct, updateContent } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { wasOrdered } from '#shop/orders/orders.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RemoveProductRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'product_not_found' }

/**
 * An admin removes a product. One that was ordered stays, archived, so that orders and invoices keep what they name.
 * The lock makes an order that is being placed come before or after, never between the question and the deed.
 */
export async function removeProduct(
  ctx: Ctx,
  id: string,
): Promise<Result<'deleted' | 'archived', RemoveProductRefusal>> {
  if (!isAdmin(ctx.actor)) return refuse('not_admin')
  return inTransaction<'deleted' | 'archived', RemoveProductRefusal>(ctx, async (db) => {
    if (!(await lockProduct(db, id))) return refuse('product_not_found')
    if (await wasOrdered(db, id)) {
      await updateContent(db, id, { isActive: false, archivedAt: ctx.now }, ctx.now)
      return done('archived')
    }
    await deleteProduct(db, id)
    return done('deleted')
  })
}
