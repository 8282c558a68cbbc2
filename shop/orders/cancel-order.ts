import type { Ctx, Db } from '#shop/ctx.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { insertEvent, type LockedOrder, lockOrder } from '#shop/orders/orders.sql.ts'
import { cancellationOf } from '#shop/orders/request.ts'
import { openRequest } from '#shop/orders/requests.sql.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

export type Cancellation = { orderId: string; details: string }

export type CancelOrderRefusal =
  | { ok: false; reason: 'signed_out' }
  | { ok: false; reason: 'order_not_found' }
  | { ok: false; reason: 'not_cancellable' }

/**
 * The customer cancels: at once before shipping (stock returned, payment refunded), after it by a request that an admin
 * decides. Cancelling again changes nothing. The locked row decides a race with an admin who ships.
 */
export async function cancelOrder(
  ctx: Ctx,
  input: Cancellation,
): Promise<Result<'cancelled' | 'requested', CancelOrderRefusal>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction<'cancelled' | 'requested', CancelOrderRefusal>(ctx, async (db) => {
    const order = await lockOrder(db, input.orderId)
    if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
    if (order.status === 'cancelled') return ok('cancelled')
    const way = cancellationOf(order.status)
    if (!way) return err('not_cancellable')
    if (way === 'at_once') return cancelNow(ctx, db, actor, order, input)
    await ask(ctx, db, actor, order, input)
    return ok('requested')
  })
}

async function cancelNow(
  ctx: Ctx,
  db: Db,
  actor: Person,
  { status }: LockedOrder,
  { orderId, details }: Cancellation,
) {
  const move = {
    orderId,
    from: status,
    to: 'cancelled',
    actorId: actor.id,
    note: details || null,
    now: ctx.now,
  } as const
  const moved = await transitionOrder(db, ctx.jobs, move)
  // The row is locked, and returning stock cannot run short.
  if (moved !== 'moved') throw new Error(`a locked order could not be cancelled: ${moved}`)
  return ok('cancelled' as const)
}

async function ask(
  ctx: Ctx,
  db: Db,
  actor: Person,
  { status }: LockedOrder,
  { orderId, details }: Cancellation,
): Promise<void> {
  const request = { orderId, kind: 'cancellation', reason: 'cancelled', details, now: ctx.now } as const
  if (!(await openRequest(db, request))) return
  const eventId = await insertEvent(db, {
    orderId,
    kind: 'cancellation_requested',
    fromStatus: status,
    toStatus: status,
    actorId: actor.id,
    note: details || null,
    createdAt: ctx.now,
  })
  await ctx.jobs.send(db, { queue: 'order-moved', data: { orderId, eventId } })
}
