import { recordChange } from '#shop/audit/audit.sql.ts'
import { deleteProduct, lockProduct, updateContent, wasOrdered } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Deletes a product, or archives one that was ordered. Its lock blocks concurrent orders. */
export async function removeProduct(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  return inTransaction(ctx, async (db) => {
    const before = isUuid(id) ? await lockProduct(db, id, 'remove') : null
    if (!before) return err('product_not_found')
    const change = { actorId, entity: 'product', entityId: id, before, now: ctx.now } as const
    if (await wasOrdered(db, id)) {
      const archived = { isActive: false, archivedAt: ctx.now }
      await updateContent(db, id, archived, ctx.now)
      await recordChange(db, { ...change, action: 'archive', after: { ...before, ...archived } })
      return ok('archived' as const)
    }
    await deleteProduct(db, id)
    await recordChange(db, { ...change, action: 'delete', after: null })
    return ok('deleted' as const)
  })
}
