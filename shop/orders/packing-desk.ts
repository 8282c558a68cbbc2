import { randomUUID } from 'node:crypto'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { writeFilter } from '#shop/filters/filters.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isUnpaid, type OrderStatus } from '#shop/orders/order.ts'
import {
  changeStatus,
  type LockedOrder,
  lockOrder,
  type OrderDetails,
  updateDetails,
} from '#shop/orders/orders.sql.ts'
import {
  type ActionOrder,
  deletePacking,
  deleteStepEvents,
  insertDeskAction,
  insertPacking,
  isPacked,
  lastCorrection,
  lockDeskAction,
  lockTrackingNumbers,
  markUndone,
  orderWithNumber,
  recordPrint,
} from '#shop/orders/packing.sql.ts'
import {
  type DeskActionKind,
  EMAIL_DELAY_SECONDS,
  MAX_DESK_ORDERS,
  type PrintKind,
  stageOf,
  UNDO_SECONDS,
} from '#shop/orders/packing.ts'
import { recordParcel } from '#shop/orders/record-parcel.flow.ts'
import { latestRequest } from '#shop/orders/requests.sql.ts'
import { layoutOf, type TrackingColumns } from '#shop/orders/tracking-file.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { isFullyRefunded } from '#shop/payments/refunds.sql.ts'
import { inSavepoint, inTransaction } from '#shop/transaction.ts'

export type DeskOrder = { orderId: string; version: number }
/** `trackingNumber`: missing for carriers that assign none. */
export type ShippedOrder = DeskOrder & { carrier?: string | null; trackingNumber?: string | null }
/** `note`: why the packer closed the parcel before checking all items. */
export type PackedOrder = DeskOrder & { note?: string | null }

export type DeskProblem =
  | 'order_not_found'
  | 'edit_conflict'
  | 'order_unpaid'
  | 'cancellation_open'
  | 'not_in_stage'
  | 'tracking_number_taken'

/** `actionId`: for `undoDeskAction`; null when no order changed. */
export type DeskOutcome = {
  actionId: string | null
  done: string[]
  refused: { orderId: string; reason: DeskProblem }[]
}

type StepResult = { after: object } & Pick<ActionOrder, 'parcel' | 'typed'>
type Step<Order extends DeskOrder> = (
  db: Db,
  wanted: Order,
  locked: LockedOrder,
) => Promise<StepResult | DeskProblem>

/** Moves pending orders to processing. Emails are sent once the action can no longer be undone. */
export function confirmOrders(ctx: Ctx, orders: readonly DeskOrder[]) {
  return runDeskAction(ctx, 'confirm', orders, async (db, wanted, locked) => {
    const problem = await moveOrder(ctx, db, wanted.orderId, locked.status, 'processing')
    return problem ?? { after: { status: 'processing' } }
  })
}

export function packOrders(ctx: Ctx, orders: readonly PackedOrder[]) {
  return runDeskAction(ctx, 'pack', orders, async (db, { orderId, note = null }) => {
    const packing = { orderId, packedAt: ctx.now, packedBy: personIn(ctx).id, note }
    if (!(await insertPacking(db, packing))) return 'not_in_stage'
    await updateDetails(db, orderId, {}, ctx.now)
    return { after: { packed: true, ...(note && { note }) } }
  })
}

/** Ships packed orders. Emails and invoices are sent once the action can no longer be undone. */
export function shipOrders(ctx: Ctx, orders: readonly ShippedOrder[]) {
  return runDeskAction(ctx, 'ship', orders, async (db, wanted, locked) => {
    const { orderId, trackingNumber } = wanted
    if (trackingNumber && (await orderWithNumber(db, trackingNumber, orderId))) return 'tracking_number_taken'
    const { carrier = null } = wanted
    const isNew = trackingNumber && (trackingNumber !== locked.trackingNumber || carrier !== locked.carrier)
    const details: OrderDetails = isNew ? { trackingNumber, carrier } : {}
    if (isNew) await updateDetails(db, orderId, details, ctx.now)
    const problem = await moveOrder(ctx, db, orderId, locked.status, 'shipped')
    if (problem) return problem
    const parcel = { orderId, actorId: personIn(ctx).id, before: locked, details, now: ctx.now }
    await recordParcel(db, ctx.jobs, { ...parcel, status: 'shipped' })
    return {
      after: { status: 'shipped', ...details },
      ...(isNew && { parcel: { trackingNumber: locked.trackingNumber, carrier: locked.carrier } }),
      ...((trackingNumber || carrier) && { typed: { trackingNumber: trackingNumber ?? null, carrier } }),
    }
  })
}

function personIn({ actor }: Ctx): Person {
  if (!may(actor, 'packing')) throw new Error('the actor is no admin')
  return actor
}

async function moveOrder(ctx: Ctx, db: Db, orderId: string, from: OrderStatus, to: OrderStatus) {
  const { now, jobs } = ctx
  const emailAt = new Date(now.getTime() + EMAIL_DELAY_SECONDS * 1000)
  const step = { orderId, from, to, actorId: personIn(ctx).id, note: null, emailAt, now }
  const outcome = await transitionOrder(db, jobs, step)
  if (outcome === 'moved') return null
  return outcome === 'order_unpaid' ? outcome : 'edit_conflict'
}

/** Runs the step for each order in its own savepoint, locking rows by id. The outcome lists refused orders. */
async function runDeskAction<Order extends DeskOrder>(
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
    const changedOrders: ActionOrder[] = []
    if (kind === 'ship') await lockTrackingNumbers(db)
    for (const wanted of orders.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))) {
      const { orderId } = wanted
      const result = await inSavepoint(
        db,
        () => runStep(ctx, db, kind, wanted, step),
        (value) => typeof value !== 'string',
      )
      if (typeof result === 'string') outcome.refused.push({ orderId, reason: result })
      else {
        const version = (await lockOrder(db, orderId))?.version ?? 0
        const { after: _, ...undo } = result
        changedOrders.push({ id: orderId, version, ...undo })
      }
    }
    if (changedOrders.length === 0) return ok(outcome)
    const actionId = randomUUID()
    await insertDeskAction(db, { id: actionId, kind, actorId, orders: changedOrders, createdAt: ctx.now })
    const isDone = new Set(changedOrders.map(({ id }) => id))
    const done = orders.map(({ orderId }) => orderId).filter((id) => isDone.has(id))
    return ok({ ...outcome, actionId, done })
  })
}

async function runStep<Order extends DeskOrder>(
  ctx: Ctx,
  db: Db,
  kind: DeskActionKind,
  wanted: Order,
  step: Step<Order>,
): Promise<StepResult | DeskProblem> {
  const { orderId } = wanted
  const locked = await lockOrder(db, orderId)
  if (!locked) return 'order_not_found'
  if (isUnpaid(locked)) return 'order_unpaid'
  if (locked.version !== wanted.version) return 'edit_conflict'
  const stopReason = await findStopReason(db, orderId)
  if (stopReason) return stopReason
  if (stageOf({ ...locked, isPacked: await isPacked(db, orderId), isStopped: false }) !== kind)
    return 'not_in_stage'
  const result = await step(db, wanted, locked)
  if (typeof result === 'string') return result
  const { status, trackingNumber, carrier } = locked
  const earlier = { status, trackingNumber, carrier }
  await recordAction(db, ctx, kind, 'order', orderId, earlier, { ...earlier, ...result.after })
  return result
}

/** Checks `IS_STOPPED` of packing.read.ts while the row is locked. */
async function findStopReason(db: Db, orderId: string): Promise<DeskProblem | null> {
  if ((await latestRequest(db, orderId, 'cancellation'))?.status === 'open') return 'cancellation_open'
  return (await isFullyRefunded(db, orderId)) ? 'order_unpaid' : null
}

/** `corrected`: id of the last correction that the printed page shows. 0: none; undefined: not checked. */
export type PrintedOrder = { orderId: string; corrected?: number | undefined }

/** Records prints; ignores unknown orders. An outdated page counts as `outdated` and not as printed. */
export async function markPrinted(
  ctx: Ctx,
  { kind, orders }: { kind: PrintKind; orders: readonly PrintedOrder[] },
) {
  if (!may(ctx.actor, 'packing')) return err('not_allowed')
  if (orders.length > MAX_DESK_ORDERS) return err('too_many_orders')
  const { id: actorId } = ctx.actor
  const { now } = ctx
  return inTransaction(ctx, async (db) => {
    const corrections = new Map(orders.map(({ orderId, corrected }) => [orderId, corrected]))
    let [printed, outdated] = [0, 0]
    for (const orderId of [...corrections.keys()].toSorted()) {
      // A correction takes the same lock, so no print of the old order is recorded after it.
      if (!(await lockOrder(db, orderId))) continue
      const corrected = corrections.get(orderId)
      if (corrected !== undefined && corrected < (await lastCorrection(db, orderId))) {
        outdated += 1
        continue
      }
      const earlier = await recordPrint(db, { orderId, kind, printedAt: now, printedBy: actorId })
      const [last, next] = [{ [kind]: earlier?.toISOString() ?? null }, { [kind]: now.toISOString() }]
      await recordAction(db, ctx, 'print', 'order', orderId, last, next)
      printed += 1
    }
    return ok({ printed, outdated })
  })
}

const UNDO_MOVES: Record<DeskActionKind, { from: OrderStatus; to: OrderStatus }> = {
  confirm: { from: 'processing', to: 'pending' },
  pack: { from: 'processing', to: 'processing' },
  ship: { from: 'shipped', to: 'processing' },
}

/** Undoes an action within a minute, before emails are sent. `changed`: orders that have changed since: not undone. */
export async function undoDeskAction(ctx: Ctx, actionId: string) {
  if (!may(ctx.actor, 'packing')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const action = await lockDeskAction(db, actionId)
    if (!action || action.undoneAt) return err('action_not_found')
    if (ctx.now.getTime() > action.createdAt.getTime() + UNDO_SECONDS * 1000) return err('undo_too_late')
    await markUndone(db, actionId, ctx.now)
    const [done, changed]: [string[], string[]] = [[], []]
    for (const order of action.orders)
      ((await undoOrder(ctx, db, action, order)) ? done : changed).push(order.id)
    return ok({ done, changed })
  })
}

async function undoOrder(
  ctx: Ctx,
  db: Db,
  { kind, createdAt }: { kind: DeskActionKind; createdAt: Date },
  { id: orderId, version, parcel }: ActionOrder,
): Promise<boolean> {
  const { now } = ctx
  const order = await lockOrder(db, orderId)
  const { from, to } = UNDO_MOVES[kind]
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
  const number = { trackingNumber, carrier }
  const [last, next] =
    kind === 'pack'
      ? [{ packed: true }, { packed: false }]
      : [
          { ...number, status: from },
          { ...number, status: to, ...parcel },
        ]
  await recordAction(db, ctx, `undo ${kind}`, 'order', orderId, last, next)
  return true
}

export async function rememberColumns(
  { db, actor, now }: Ctx,
  file: CsvFile,
  { order, number, carrier }: TrackingColumns,
) {
  if (!may(actor, 'packing')) return err('not_allowed')
  const query = new URLSearchParams({ order: `${order}`, number: `${number}` })
  if (carrier !== null) query.set('carrier', `${carrier}`)
  const filter = { list: 'tracking', name: layoutOf(file), query: query.toString() } as const
  await writeFilter(db, { userId: actor.id, ...filter, now })
  return ok(null)
}
