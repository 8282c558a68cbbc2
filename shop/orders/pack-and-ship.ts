import { randomUUID } from 'node:crypto'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isUnpaid, type OrderStatus } from '#shop/orders/order.ts'
import { type LockedOrder, lockOrder, type OrderDetails, updateDetails } from '#shop/orders/orders.sql.ts'
import {
  type ActedOrder,
  insertDeskAction,
  insertPacking,
  isPacked,
  lockTrackingNumbers,
  orderWithNumber,
} from '#shop/orders/packing.sql.ts'
import { type DeskActionKind, EMAIL_DELAY_SECONDS, MAX_DESK_ORDERS, stageOf } from '#shop/orders/packing.ts'
import { recordParcel } from '#shop/orders/record-parcel.flow.ts'
import { latestRequest } from '#shop/orders/requests.sql.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { isFullyRefunded } from '#shop/payments/refunds.sql.ts'
import { inSavepoint, inTransaction } from '#shop/transaction.ts'

export type DeskOrder = {
  orderId: string
  version: number
}
export type ShippedOrder = DeskOrder & { carrier?: string | null; trackingNumber?: string | null }
/** `note`: why the parcel was closed before everything was checked. */
export type PackedOrder = DeskOrder & { note?: string | null }

export type DeskProblem =
  | 'order_not_found'
  | 'edit_conflict'
  | 'order_unpaid'
  | 'cancellation_open'
  | 'not_in_stage'
  | 'tracking_number_taken'

/** `actionId`: undoes the action; null when no order changed. */
export type DeskOutcome = {
  actionId: string | null
  done: string[]
  refused: { orderId: string; reason: DeskProblem }[]
}

type Taken = { after: object } & Pick<ActedOrder, 'parcel' | 'typed'>
type Step<Order extends DeskOrder> = (
  db: Db,
  wanted: Order,
  locked: LockedOrder,
) => Promise<Taken | DeskProblem>

/** Moves pending orders to processing. Emails wait until the action can't be undone. */
export function confirmOrders(ctx: Ctx, orders: readonly DeskOrder[]) {
  return act(ctx, 'confirm', orders, async (db, wanted, locked) => {
    const moved = await move(ctx, db, wanted.orderId, locked.status, 'processing')
    return moved ?? { after: { status: 'processing' } }
  })
}

export function packOrders(ctx: Ctx, orders: readonly PackedOrder[]) {
  return act(ctx, 'pack', orders, async (db, { orderId, note = null }) => {
    const packing = { orderId, packedAt: ctx.now, packedBy: personIn(ctx).id, note }
    if (!(await insertPacking(db, packing))) return 'not_in_stage'
    await updateDetails(db, orderId, {}, ctx.now)
    return { after: { packed: true, ...(note && { note }) } }
  })
}

/** Ships packed orders. Emails and invoices wait as after confirming. */
export function shipOrders(ctx: Ctx, orders: readonly ShippedOrder[]) {
  return act(ctx, 'ship', orders, async (db, wanted, locked) => {
    const { orderId, trackingNumber } = wanted
    if (trackingNumber && (await orderWithNumber(db, trackingNumber, orderId))) return 'tracking_number_taken'
    const details = newDetails(wanted, locked)
    if (Object.keys(details).length > 0) await updateDetails(db, orderId, details, ctx.now)
    const moved = await move(ctx, db, orderId, locked.status, 'shipped')
    if (moved) return moved
    const actorId = personIn(ctx).id
    await recordParcel(db, ctx.jobs, {
      ...{ orderId, actorId, before: locked, details, status: 'shipped', now: ctx.now },
    })
    const { trackingNumber: number, carrier } = locked
    const isNew = Object.keys(details).length > 0
    return {
      after: { status: 'shipped', ...details },
      ...(isNew && { parcel: { trackingNumber: number, carrier } }),
      ...((trackingNumber || wanted.carrier) && {
        typed: { trackingNumber: trackingNumber ?? null, carrier: wanted.carrier ?? null },
      }),
    }
  })
}

/** Returns changed carrier and number; empty without a number. */
function newDetails({ carrier = null, trackingNumber }: ShippedOrder, locked: LockedOrder): OrderDetails {
  if (!trackingNumber) return {}
  const isSame = trackingNumber === locked.trackingNumber && carrier === locked.carrier
  return isSame ? {} : { trackingNumber, carrier }
}

function personIn({ actor }: Ctx): Person {
  if (!may(actor, 'packing')) throw new Error('the actor is no admin')
  return actor
}

async function move(ctx: Ctx, db: Db, orderId: string, from: OrderStatus, to: OrderStatus) {
  const emailAt = new Date(ctx.now.getTime() + EMAIL_DELAY_SECONDS * 1000)
  const { id: actorId } = personIn(ctx)
  const moved = await transitionOrder(db, ctx.jobs, {
    ...{ orderId, from, to, actorId, note: null, emailAt, now: ctx.now },
  })
  if (moved === 'moved') return null
  return moved === 'order_unpaid' ? moved : 'edit_conflict'
}

/** Refused orders stay unchanged and are listed. Rows are locked by id. */
async function act<Order extends DeskOrder>(
  ctx: Ctx,
  kind: DeskActionKind,
  orders: readonly Order[],
  step: Step<Order>,
) {
  if (!may(ctx.actor, 'packing')) return err('not_allowed')
  if (orders.length > MAX_DESK_ORDERS) return err('too_many_orders')
  const { id: actorId } = ctx.actor
  return inTransaction(ctx, async (db) => {
    const outcome: DeskOutcome = { actionId: null, done: [], refused: [] }
    const acted: ActedOrder[] = []
    if (kind === 'ship') await lockTrackingNumbers(db)
    for (const wanted of orders.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1))) {
      const { orderId } = wanted
      const taken = await inSavepoint(
        db,
        () => takeOrder(ctx, db, kind, wanted, step),
        (found) => typeof found !== 'string',
      )
      if (typeof taken === 'string') outcome.refused.push({ orderId, reason: taken })
      else {
        const version = (await lockOrder(db, orderId))?.version ?? 0
        const { after: _, ...kept } = taken
        acted.push({ id: orderId, version, ...kept })
      }
    }
    if (acted.length === 0) return ok(outcome)
    const actionId = randomUUID()
    await insertDeskAction(db, { id: actionId, kind, actorId, orders: acted, createdAt: ctx.now })
    const isDone = new Set(acted.map(({ id }) => id))
    const done = orders.map(({ orderId }) => orderId).filter((id) => isDone.has(id))
    return ok({ ...outcome, actionId, done })
  })
}

async function takeOrder<Order extends DeskOrder>(
  ctx: Ctx,
  db: Db,
  kind: DeskActionKind,
  wanted: Order,
  step: Step<Order>,
): Promise<Taken | DeskProblem> {
  const { orderId } = wanted
  const locked = await lockOrder(db, orderId)
  if (!locked) return 'order_not_found'
  if (isUnpaid(locked)) return 'order_unpaid'
  if (locked.version !== wanted.version) return 'edit_conflict'
  const stopped = await reasonToStop(db, orderId)
  if (stopped) return stopped
  if (stageOf({ ...locked, isPacked: await isPacked(db, orderId), isStopped: false }) !== kind)
    return 'not_in_stage'
  const taken = await step(db, wanted, locked)
  if (typeof taken === 'string') return taken
  const { status, trackingNumber, carrier } = locked
  await recordChange(db, {
    ...{ actorId: personIn(ctx).id, action: kind, entity: 'order', entityId: orderId, now: ctx.now },
    before: { status, trackingNumber, carrier },
    after: { status, trackingNumber, carrier, ...taken.after },
  })
  return taken
}

/** Checks `IS_STOPPED` of packing.read.ts under the row's lock. */
async function reasonToStop(db: Db, orderId: string): Promise<DeskProblem | null> {
  if ((await latestRequest(db, orderId, 'cancellation'))?.status === 'open') return 'cancellation_open'
  return (await isFullyRefunded(db, orderId)) ? 'order_unpaid' : null
}
