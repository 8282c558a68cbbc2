import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { cancelWithRefund, type StaffCancellation } from '#shop/orders/cancel-with-refund.flow.ts'
import { isSent, isUnpaid, type MoveProblem, type OrderStatus } from '#shop/orders/order.ts'
import { writeNote } from '#shop/orders/order-notes.sql.ts'
import { type LockedOrder, lockOrder, type OrderDetails, updateDetails } from '#shop/orders/orders.sql.ts'
import { isNumberOfShipment } from '#shop/orders/packing.sql.ts'
import { recordParcel } from '#shop/orders/record-parcel.flow.ts'
import { returnParcel } from '#shop/orders/return-units.flow.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { isRefunded } from '#shop/payments/refunds.sql.ts'
import { type RefuseRefund, withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `returned` may also list units that arrive after the cancellation. */
export type OrderChange = StaffCancellation & {
  /** The order is not changed if it has another version. */
  version?: number | undefined
  status?: OrderStatus | undefined
  trackingNumber?: string | null | undefined
  carrier?: string | null | undefined
  internalNotes?: string | null | undefined
}

/** 'not_from' cannot happen while the row is locked. */
const REFUSAL_OF = {
  not_from: 'edit_conflict',
  out_of_stock: 'out_of_stock',
  coupon_used_up: 'coupon_taken',
  not_first_order: 'not_first_order',
  account_closed: 'account_closed',
  order_unpaid: 'order_unpaid',
} as const satisfies Record<MoveProblem, string>

/** Changes an order. Refuses reopening without stock or after a refund. Setting back clears the tracking number. */
export async function changeOrder(ctx: Ctx, change: OrderChange) {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { now, actor } = ctx
  const { orderId, returned = [], reason, internalNotes: text } = change
  const step = { orderId, actorId: actor.id, now }
  return withSecondPerson(ctx, orderId, (refuseRefund) =>
    inTransaction(ctx, async (db) => {
      const order = await lockOrder(db, orderId)
      if (!order) return err('order_not_found')
      if (change.version !== undefined && change.version !== order.version) return err('edit_conflict')
      const to = change.status ?? order.status
      const details = {
        ...((await clearsNumber(db, orderId, order, to)) && { trackingNumber: null, carrier: null }),
        ...detailsOf(order, change),
      }
      // A tracking number implies that the order is being packed.
      if (details.trackingNumber && isUnpaid(order) && !isSent(order.status)) return err('order_unpaid')
      if (Object.keys(details).length > 0) await updateDetails(db, orderId, details, now)
      if (to !== 'cancelled' && (returned.length > 0 || reason)) return err('return_without_parcel')
      if (to !== order.status) {
        const refusal = await moveTo(ctx, db, order, { ...change, ...step, status: to }, refuseRefund)
        if (refusal) return refusal
      } else if (returned.length > 0) {
        const refusal = await returnParcel(ctx, db, { ...step, from: to, returned, reason: null })
        if (refusal) return refusal
        await updateDetails(db, orderId, {}, now)
      }
      await recordParcel(db, ctx.jobs, { ...step, before: order, details, status: to })
      const { status, trackingNumber, carrier } = order
      const earlier = { status, trackingNumber, carrier }
      await recordAction(db, ctx, 'update', 'order', orderId, earlier, { ...earlier, ...details, status: to })
      const refusal = text ? await writeNote(ctx, db, { orderId, authorId: actor.id, text }) : null
      return refusal ? err(refusal) : ok(null)
    }),
  )
}

function detailsOf(order: LockedOrder, change: OrderChange): OrderDetails {
  const names = ['trackingNumber', 'carrier'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = change[name]
      return value === undefined || value === order[name] ? [] : [[name, value]]
    }),
  )
}

async function clearsNumber(
  db: Db,
  orderId: string,
  { status, trackingNumber }: LockedOrder,
  to: OrderStatus,
): Promise<boolean> {
  const isSetBack = isSent(status) && !isSent(to) && to !== 'cancelled'
  return isSetBack && trackingNumber !== null && (await isNumberOfShipment(db, orderId))
}

async function moveTo(
  ctx: Ctx,
  db: Db,
  order: LockedOrder,
  change: OrderChange & { status: OrderStatus; actorId: string },
  refuseRefund: RefuseRefund,
) {
  const { orderId, status: to, actorId } = change
  const { status: from } = order
  if (from === 'cancelled' && (await isRefunded(db, orderId))) return err('payment_returned')
  const outcome =
    to === 'cancelled'
      ? await cancelWithRefund(ctx, db, order, { ...change, note: null }, refuseRefund)
      : await transitionOrder(db, ctx.jobs, { orderId, from, to, actorId, note: null, now: ctx.now })
  if (outcome === null || outcome === 'moved') return null
  return typeof outcome === 'string' ? err(REFUSAL_OF[outcome]) : outcome
}
