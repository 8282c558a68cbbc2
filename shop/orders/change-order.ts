import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { moveOrder } from '#shop/orders/moves.sql.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { lockOrder, updateDetails } from '#shop/orders/orders.sql.ts'
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
  | { ok: false; reason: 'coupon_taken' }

/**
 * The admin changes an order: any status from any other, with the right effects. Entering `cancelled` puts the goods
 * back once; leaving it takes them again, or is refused when they are gone. A coupon's use goes the same way.
 */
export async function changeOrder(ctx: Ctx, change: OrderChange): Promise<Result<null, ChangeOrderRefusal>> {
  if (!isAdmin(ctx.actor)) return refuse('not_admin')
  return inTransaction<null, ChangeOrderRefusal>(ctx, async (db) => {
    const from = await lockOrder(db, change.orderId)
    if (!from) return refuse('order_not_found')
    const to = change.status ?? from
    if (to !== from) {
      const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
      const move = { orderId: change.orderId, from, to, actorId, note: null, now: ctx.now }
      // The row is locked, so nobody has moved it in between.
      const moved = await moveOrder(db, ctx.jobs, move)
      if (moved !== 'moved') return refuse(moved === 'coupon_used_up' ? 'coupon_taken' : 'out_of_stock')
    }
    await updateDetails(db, change.orderId, detailsOf(change), ctx.now)
    return done(null)
  })
}

function detailsOf({ trackingNumber, carrier, notes }: OrderChange) {
  return {
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(carrier !== undefined && { carrier }),
    ...(notes !== undefined && { notes }),
  }
}
