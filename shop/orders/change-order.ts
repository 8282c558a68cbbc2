import type { Ctx, Db } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { type OrderStatus, stockEffect } from '#shop/orders/order.ts'
import { changeStatus, insertEvent, lockOrder, unitsOf, updateDetails } from '#shop/orders/orders.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type OrderChange = {
  orderId: string
  status?: OrderStatus | undefined
  trackingNumber?: string | null | undefined
  carrier?: string | null | undefined
  notes?: string | null | undefined
}

export type ChangeOrderRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'out_of_stock' }

/**
 * The admin changes an order: any status from any other, with the right effects. Entering `cancelled` puts the goods
 * back once; leaving it takes them again, or is refused when they are gone.
 */
export async function changeOrder(ctx: Ctx, change: OrderChange): Promise<Result<null, ChangeOrderRefusal>> {
  if (!isAdmin(ctx.actor)) return refuse('not_admin')
  return inTransaction<null, ChangeOrderRefusal>(ctx, async (db) => {
    const from = await lockOrder(db, change.orderId)
    if (!from) return refuse('order_not_found')
    const to = change.status ?? from
    if (to !== from && !(await move(ctx, db, change.orderId, from, to))) return refuse('out_of_stock')
    await updateDetails(db, change.orderId, detailsOf(change), ctx.now)
    return done(null)
  })
}

/** False when the goods to take again are gone. */
async function move(ctx: Ctx, db: Db, orderId: string, from: OrderStatus, to: OrderStatus): Promise<boolean> {
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const effect = stockEffect(from, to)
  if (effect !== 'none') {
    const sign = effect === 'take' ? -1 : 1
    const units = new Map([...(await unitsOf(db, orderId))].map(([id, count]) => [id, count * sign]))
    const reason = effect === 'take' ? 'order' : 'cancellation'
    if (!(await moveStock(db, { units, reason, orderId, actorId, now: ctx.now }))) return false
  }
  await changeStatus(db, { orderId, from, to, now: ctx.now })
  await insertEvent(db, { orderId, fromStatus: from, toStatus: to, actorId, note: null, createdAt: ctx.now })
  return true
}

function detailsOf({ trackingNumber, carrier, notes }: OrderChange) {
  return {
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(carrier !== undefined && { carrier }),
    ...(notes !== undefined && { notes }),
  }
}
