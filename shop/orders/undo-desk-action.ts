import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { changeStatus, lockOrder, updateDetails } from '#shop/orders/orders.sql.ts'
import {
  type ActedOrder,
  deletePacking,
  deleteStepEvents,
  lockDeskAction,
  markUndone,
} from '#shop/orders/packing.sql.ts'
import { type DeskActionKind, UNDO_SECONDS } from '#shop/orders/packing.ts'
import { latestRequest } from '#shop/orders/requests.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

const UNDONE: Record<DeskActionKind, { from: OrderStatus; to: OrderStatus }> = {
  confirm: { from: 'processing', to: 'pending' },
  pack: { from: 'processing', to: 'processing' },
  ship: { from: 'shipped', to: 'processing' },
}

/** Undoes an action within a minute, without emails. Orders changed since are listed. */
export async function undoDeskAction(ctx: Ctx, actionId: string) {
  if (!may(ctx.actor, 'packing')) return err('not_allowed')
  const { id: actorId } = ctx.actor
  return inTransaction(ctx, async (db) => {
    const action = await lockDeskAction(db, actionId)
    if (!action || action.undoneAt) return err('action_not_found')
    if (ctx.now.getTime() > action.createdAt.getTime() + UNDO_SECONDS * 1000) return err('undo_too_late')
    await markUndone(db, actionId, ctx.now)
    const [done, changed]: [string[], string[]] = [[], []]
    for (const order of action.orders)
      ((await undoOrder(db, { ...action, actorId, now: ctx.now }, order)) ? done : changed).push(order.id)
    return ok({ done, changed })
  })
}

async function undoOrder(
  db: Db,
  { kind, createdAt, actorId, now }: { kind: DeskActionKind; createdAt: Date; actorId: string; now: Date },
  { id: orderId, version, parcel }: ActedOrder,
): Promise<boolean> {
  const order = await lockOrder(db, orderId)
  const { from, to } = UNDONE[kind]
  if (order?.version !== version || order.status !== from) return false
  if ((await latestRequest(db, orderId, 'cancellation'))?.status === 'open') return false
  if (kind === 'pack') {
    await deletePacking(db, orderId)
    await updateDetails(db, orderId, {}, now)
  } else {
    const { paymentStatus } = order
    if (!(await changeStatus(db, { orderId, from, to, paymentStatus, now }))) return false
    await deleteStepEvents(db, { orderId, toStatus: from, createdAt })
    if (parcel) await updateDetails(db, orderId, parcel, now)
  }
  const { trackingNumber, carrier } = order
  await recordChange(db, {
    ...{ actorId, action: `undo ${kind}`, entity: 'order', entityId: orderId, now },
    before: kind === 'pack' ? { packed: true } : { status: from, trackingNumber, carrier },
    after: kind === 'pack' ? { packed: false } : { status: to, trackingNumber, carrier, ...parcel },
  })
  return true
}
