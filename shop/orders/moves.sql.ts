/** The one way an order's status changes after it was placed. */
import { giveBackCoupon, takeCouponAgain } from '#shop/coupons/coupons.sql.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { lockStock, moveStock } from '#shop/inventory/stock.sql.ts'
import { type OrderStatus, stockEffect } from '#shop/orders/order.ts'
import { changeStatus, insertEvent, unitsOf } from '#shop/orders/orders.sql.ts'
import { recordCash } from '#shop/payments/payments.sql.ts'
import { settleReferral } from '#shop/referrals/rewards.sql.ts'

export type OrderMove = {
  orderId: string
  /** The status that the caller saw; from any other the order is not moved. */
  from: OrderStatus
  to: OrderStatus
  /** Who moves it; null for the shop itself. */
  actorId: string | null
  /** Shown to the customer in the order's history and in the mail. */
  note: string | null
  now: Date
}

/**
 * Moves an order on, with everything that follows from it: stock, its use of a coupon, an entry in its history, the
 * cash that a delivered parcel was handed over against, what is owed to whoever brought the customer, and the job that
 * mails the customer. Of several movers that saw the same status exactly one wins; the others get 'not_from'. After
 * 'out_of_stock' (the goods to take again are gone), 'coupon_used_up' (others have used its coupon up since) and
 * 'not_from' the caller rolls back.
 *
 * The order's row is locked first and products after it, in the order of their ids: whoever locks both does the same.
 */
export async function moveOrder(
  db: Db,
  jobs: Jobs,
  move: OrderMove,
): Promise<'moved' | 'out_of_stock' | 'coupon_used_up' | 'not_from'> {
  const { orderId, from, to, actorId, note, now } = move
  if (from === to || !(await changeStatus(db, move))) return 'not_from'
  if (!(await applyStock(db, move))) return 'out_of_stock'
  if (to === 'cancelled') await giveBackCoupon(db, orderId)
  if (from === 'cancelled' && !(await takeCouponAgain(db, orderId, now))) return 'coupon_used_up'
  if (to === 'delivered') await recordCash(db, orderId, now)
  await settleReferral(db, jobs, move)
  const eventId = await insertEvent(db, {
    orderId,
    fromStatus: from,
    toStatus: to,
    actorId,
    note,
    createdAt: now,
  })
  await jobs.send(db, { queue: 'order-moved', data: { orderId, eventId } })
  return 'moved'
}

/** False when the goods to take again are gone. */
async function applyStock(db: Db, { orderId, from, to, actorId, now }: OrderMove): Promise<boolean> {
  const effect = stockEffect(from, to)
  if (effect === 'none') return true
  const sign = effect === 'take' ? -1 : 1
  const units = new Map([...(await unitsOf(db, orderId))].map(([id, count]) => [id, count * sign]))
  await lockStock(db, [...units.keys()])
  const reason = effect === 'take' ? 'order' : 'cancellation'
  return moveStock(db, { units, reason, orderId, actorId, now })
}
