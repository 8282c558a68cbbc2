import { type Insertable, sql } from 'kysely'
import type { DeskActions } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { countRows } from '#shop/lists.read.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { CORRECTIONS, type DeskActionKind, type ParcelNumber, type PrintKind } from '#shop/orders/packing.ts'

type Packing = { orderId: string; packedAt: Date; packedBy: string; note: string | null }

/** Returns false if the order is already packed. */
export async function insertPacking(db: Db, packing: Packing): Promise<boolean> {
  const inserted = await db
    .insertInto('orderPackings')
    .values(packing)
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .returning('orderId')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function isPacked(db: Db, orderId: string): Promise<boolean> {
  return (await countRows(db.selectFrom('orderPackings').where('orderId', '=', orderId))) > 0
}

/** Deletes the packing, but not the prints. */
export async function deletePacking(db: Db, orderId: string): Promise<void> {
  await db.deleteFrom('orderPackings').where('orderId', '=', orderId).execute()
}

/** Deletes packing and prints of an order that goes back a step, because its next parcel is a new one. */
export async function clearParcel(db: Db, orderId: string): Promise<void> {
  await deletePacking(db, orderId)
  await db.deleteFrom('orderPrints').where('orderId', '=', orderId).execute()
}

/** True if the tracking number was last set when the order was shipped, or later. */
export async function isNumberOfShipment(db: Db, orderId: string): Promise<boolean> {
  const last = await db
    .selectFrom('orderEvents')
    .select('toStatus')
    .where('orderId', '=', orderId)
    .where('kind', 'in', ['parcel', 'parcel_corrected'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.toStatus === 'shipped' || last?.toStatus === 'delivered'
}

/** Marks prints as showing an old address or old items. The caller has locked the order. */
export async function outdatePrints(
  db: Db,
  { orderId, kinds, now }: { orderId: string; kinds: readonly PrintKind[]; now: Date },
): Promise<void> {
  await db
    .updateTable('orderPrints')
    .set({ outdatedAt: now })
    .where('orderId', '=', orderId)
    .where('kind', 'in', kinds)
    .execute()
}

/** Returns the id of the latest correction of address or items; 0 for none. */
export async function lastCorrection(db: Db, orderId: string): Promise<number> {
  const { id } = await db
    .selectFrom('orderEvents')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('orderId', '=', orderId)
    .where('kind', 'in', CORRECTIONS)
    .executeTakeFirstOrThrow()
  return Number(id ?? 0)
}

/** Records a print. Returns when this kind was printed before, or null. */
export async function recordPrint(
  db: Db,
  print: { orderId: string; kind: PrintKind; printedAt: Date; printedBy: string },
): Promise<Date | null> {
  const earlier = await db
    .selectFrom('orderPrints')
    .select('printedAt')
    .where('orderId', '=', print.orderId)
    .where('kind', '=', print.kind)
    .executeTakeFirst()
  await db
    .insertInto('orderPrints')
    .values(print)
    .onConflict((conflict) =>
      conflict
        .columns(['orderId', 'kind'])
        .doUpdateSet({ printedAt: print.printedAt, printedBy: print.printedBy, outdatedAt: null }),
    )
    .execute()
  return earlier?.printedAt ?? null
}

/** `parcel`: the tracking number that the shipment replaced, if any. `typed`: the number entered for the shipment. */
export type ActionOrder = { id: string; version: number; parcel?: ParcelNumber; typed?: ParcelNumber }

type NewDeskAction = Omit<Insertable<DeskActions>, 'orders'> & { kind: DeskActionKind; orders: ActionOrder[] }

export async function insertDeskAction(db: Db, { orders, ...action }: NewDeskAction): Promise<void> {
  await db
    .insertInto('deskActions')
    .values({ ...action, orders: JSON.stringify(orders) })
    .execute()
}

export async function lockDeskAction(db: Db, id: string) {
  const row = await db
    .selectFrom('deskActions')
    .select(['kind', 'orders', 'createdAt', 'undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...row, orders: row.orders as unknown as ActionOrder[] } : null
}

export async function markUndone(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('deskActions').set({ undoneAt: now }).where('id', '=', id).execute()
}

/** Deletes the history entries of an undone step. The job of its email then sends nothing. */
export async function deleteStepEvents(
  db: Db,
  { orderId, toStatus, createdAt }: { orderId: string; toStatus: OrderStatus; createdAt: Date },
): Promise<void> {
  await db
    .deleteFrom('orderEvents')
    .where('orderId', '=', orderId)
    .where('kind', 'in', ['status', 'parcel', 'parcel_corrected'])
    .where('toStatus', '=', toStatus)
    .where('createdAt', '=', createdAt)
    .execute()
}

/** Serializes shipping with tracking numbers, so that no number is used twice. */
export async function lockTrackingNumbers(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tracking numbers', 0))`.execute(db)
}

/** Returns another active order with this tracking number, ignoring case; null for none. */
export async function orderWithNumber(db: Db, trackingNumber: string, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where(sql<string>`lower(tracking_number)`, '=', trackingNumber.toLowerCase())
    .where('trackingNumber', 'is not', null)
    .where('id', '!=', orderId)
    .where('status', '!=', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
