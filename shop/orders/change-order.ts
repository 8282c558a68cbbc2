import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { moveOrder } from '#shop/orders/moves.sql.ts'
import type { MoveProblem, OrderStatus } from '#shop/orders/order.ts'
import {
  insertEvent,
  type LockedOrder,
  lockOrder,
  type OrderDetails,
  updateDetails,
} from '#shop/orders/orders.sql.ts'
import { isGivenBack } from '#shop/payments/refunds.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type OrderChange = {
  orderId: string
  /** The version that the admin saw; the change is refused when somebody has changed the order since. */
  version?: number | undefined
  status?: OrderStatus | undefined
  trackingNumber?: string | null | undefined
  carrier?: string | null | undefined
  notes?: string | null | undefined
}

export type ChangeOrderRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'edit_conflict' }
  | { ok: false; reason: 'out_of_stock' }
  | { ok: false; reason: 'coupon_taken' }
  | { ok: false; reason: 'not_first_order' }
  | { ok: false; reason: 'account_closed' }
  | { ok: false; reason: 'payment_returned' }

/** 'not_from' cannot happen while the row is locked. */
const REFUSAL_OF = {
  not_from: 'edit_conflict',
  out_of_stock: 'out_of_stock',
  coupon_used_up: 'coupon_taken',
  not_first_order: 'not_first_order',
  account_closed: 'account_closed',
} as const satisfies Record<MoveProblem, ChangeOrderRefusal['reason']>

/**
 * The admin changes an order: any status from any other, with the right effects. Entering `cancelled` puts the goods
 * back once; leaving it takes them again, or is refused when they are gone or the money has been given back. A
 * coupon's use and the discount on a first order go the same way.
 */
export async function changeOrder(ctx: Ctx, change: OrderChange): Promise<Result<null, ChangeOrderRefusal>> {
  if (ctx.actor.kind === 'visitor' || !isAdmin(ctx.actor)) return refuse('not_admin')
  const actorId = ctx.actor.id
  return inTransaction<null, ChangeOrderRefusal>(ctx, async (db) => {
    const order = await lockOrder(db, change.orderId)
    if (!order) return refuse('order_not_found')
    if (change.version !== undefined && change.version !== order.version) return refuse('edit_conflict')
    const details = detailsOf(order, change)
    if (Object.keys(details).length > 0) await updateDetails(db, change.orderId, details, ctx.now)
    const to = change.status ?? order.status
    if (to !== order.status) {
      if (order.status === 'cancelled' && (await isGivenBack(db, change.orderId)))
        return refuse('payment_returned')
      const move = { orderId: change.orderId, from: order.status, to, actorId, note: null, now: ctx.now }
      const moved = await moveOrder(db, ctx.jobs, move)
      if (moved !== 'moved') return refuse(REFUSAL_OF[moved])
    }
    if (details.trackingNumber)
      await tellParcel(ctx, db, actorId, { ...order, ...details, status: to }, change)
    const { status, trackingNumber, carrier, notes } = order
    const before = { status, trackingNumber, carrier, notes }
    const after = { ...before, ...details, status: to }
    const entry = {
      actorId,
      action: 'update',
      entity: 'order',
      entityId: change.orderId,
      now: ctx.now,
    } as const
    await recordChange(db, { ...entry, before, after })
    return done(null)
  })
}

/** What is to change, and does differ. */
function detailsOf(order: LockedOrder, change: OrderChange): OrderDetails {
  const names = ['trackingNumber', 'carrier', 'notes'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = change[name]
      return value === undefined || value === order[name] ? [] : [[name, value]]
    }),
  )
}

/** The parcel's number goes into the history, and by mail to the customer when the parcel is already on its way. */
async function tellParcel(
  { now, jobs }: Ctx,
  db: Db,
  actorId: string,
  { status, carrier, trackingNumber }: LockedOrder,
  { orderId, status: movedTo }: OrderChange,
): Promise<void> {
  const note = carrier ? `${carrier}, ${trackingNumber}` : trackingNumber
  const entry = { orderId, actorId, note, fromStatus: status, toStatus: status, createdAt: now }
  const eventId = await insertEvent(db, { ...entry, kind: 'parcel' })
  // The mail about the shipment names the number too.
  if (status === 'shipped' && movedTo !== 'shipped') {
    await jobs.send(db, { queue: 'order-moved', data: { orderId, eventId } })
  }
}
