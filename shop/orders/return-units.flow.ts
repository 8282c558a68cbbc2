import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { allocatedUnits, lockStock, moveStock, writeOff } from '#shop/inventory/stock.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { CancellationReason, OrderStatus } from '#shop/orders/order.ts'
import { findOrder, returnedSoFar } from '#shop/orders/orders.read.ts'
import type { ReturnedItem } from '#shop/orders/request.ts'
import { type ReturnedUnits, restockableUnits, returnedUnits } from '#shop/orders/units.sql.ts'

/** Returns the returned units by product. Refuses more than was ordered, including units of earlier refunds. */
export async function checkReturned(db: Db, orderId: string, returned: readonly ReturnedItem[]) {
  if (returned.some(({ quantity, restocked }) => restocked > quantity)) return err('restocked_too_many')
  const units = await returnedUnits(db, orderId, returned)
  const earlier = await returnedSoFar(db, orderId)
  const ordered = new Map((await findOrder(db, orderId))?.items.map(({ id, quantity }) => [id, quantity]))
  const areInOrder = returned.every(
    ({ itemId, quantity }) => quantity + (earlier[itemId] ?? 0) <= (ordered.get(itemId) ?? 0),
  )
  return units && areInOrder ? ok(units) : err('not_in_order')
}

/** `from`: the status before the return; 'cancelled' if the parcel arrives after the cancellation. */
type ReturnStep = { orderId: string; from: OrderStatus; actorId: string; now: Date }

/** Restocks the sellable units. Returns false if more units come back than the parcel can still contain. */
export async function restock(
  db: Db,
  reason: 'return' | 'cancellation',
  { orderId, from, units, actorId, now }: ReturnStep & { units: ReturnedUnits },
): Promise<boolean> {
  await lockStock(db, [...units.back.keys()])
  // In the meantime the order may have been cancelled or units returned.
  for (const available of [await allocatedUnits(db, orderId), await restockableUnits(db, orderId, from)])
    if ([...units.back].some(([id, count]) => count > (available.get(id) ?? 0))) return false
  return moveStock(db, { units: units.restocked, reason, orderId, actorId, now })
}

/** Restocks or writes off units returned from a cancelled parcel. */
export async function returnParcel(
  ctx: Ctx,
  db: Db,
  parcel: ReturnStep & { returned: readonly ReturnedItem[]; reason: CancellationReason | null },
) {
  const { orderId, returned, reason, actorId, now } = parcel
  const checked = await checkReturned(db, orderId, returned)
  if (!checked.ok) return checked
  const units = checked.value
  if (!(await restock(db, 'cancellation', { ...parcel, units }))) return err('not_in_order')
  const lost = new Map([...units.back].map(([id, count]) => [id, count - (units.restocked.get(id) ?? 0)]))
  await writeOff(db, { units: lost, orderId, actorId, now })
  const former = { returned: [], reason: null }
  await recordAction(db, ctx, 'units returned', 'order', orderId, former, { returned, reason })
  return null
}
