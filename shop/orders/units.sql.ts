import type { Db } from '#shop/ctx.ts'
import { allocatedUnits } from '#shop/inventory/stock.sql.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { isReplacement, type ReturnedItem } from '#shop/orders/request.ts'
import { latestRequest } from '#shop/orders/requests.sql.ts'

/** `perUnit`: stock units per unit of the line, by product id, including picks. */
type LineUnits = { quantity: number; perUnit: Map<string, number> }

async function linesOfOrder(db: Db, orderId: string): Promise<Map<string, LineUnits>> {
  const items = await db
    .selectFrom('orderItems')
    .select(['id', 'productId', 'quantity'])
    .where('orderId', '=', orderId)
    .execute()
  const picks = await db
    .selectFrom('orderItemTastemakers')
    .innerJoin('orderItems', 'orderItems.id', 'orderItemTastemakers.orderItemId')
    .select(['orderItemId', 'orderItemTastemakers.productId', 'count'])
    .where('orderId', '=', orderId)
    .execute()
  const lines = new Map(
    items.map(({ id, productId, quantity }) => [
      id,
      { quantity, perUnit: new Map(productId ? [[productId, 1]] : []) },
    ]),
  )
  for (const { orderItemId, productId, count } of picks) {
    const perUnit = lines.get(orderItemId)?.perUnit
    if (productId && perUnit) perUnit.set(productId, (perUnit.get(productId) ?? 0) + count)
  }
  return lines
}

/** Returns the units that an order takes from stock, by product id, including picks. */
export async function unitsOf(db: Db, orderId: string): Promise<Map<string, number>> {
  const lines = [...(await linesOfOrder(db, orderId)).values()]
  return sumUnits(lines.map(({ perUnit, quantity }) => ({ perUnit, count: quantity })))
}

/** Returns the maximum of units that a cancellation can restock: the allocated units, or those of a replacement. */
export async function restockableUnits(db: Db, orderId: string, from: OrderStatus) {
  const request = from === 'delivered' ? null : await latestRequest(db, orderId, 'refund')
  if (!request?.replaced || !isReplacement(request)) return allocatedUnits(db, orderId)
  const lines = request.replaced.map((line) => ({ ...line, restocked: 0 }))
  return (await returnedUnits(db, orderId, lines))?.back ?? new Map()
}

export type ReturnedUnits = { back: Map<string, number>; restocked: Map<string, number> }

/** Returns units by product id; null if the order has no such line or fewer units. */
export async function returnedUnits(db: Db, orderId: string, returned: readonly ReturnedItem[]) {
  const lines = await linesOfOrder(db, orderId)
  const isInOrder = returned.every(({ itemId, quantity }) => quantity <= (lines.get(itemId)?.quantity ?? 0))
  if (!isInOrder || new Set(returned.map(({ itemId }) => itemId)).size < returned.length) return null
  const sumOf = (count: 'quantity' | 'restocked') =>
    sumUnits(
      returned.map((item) => {
        return { perUnit: lines.get(item.itemId)?.perUnit ?? new Map(), count: item[count] }
      }),
    )
  return { back: sumOf('quantity'), restocked: sumOf('restocked') }
}

function sumUnits(lines: { perUnit: Map<string, number>; count: number }[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { perUnit, count } of lines) {
    for (const [id, each] of perUnit) units.set(id, (units.get(id) ?? 0) + each * count)
  }
  return units
}

/** `amount`: the refund, including tax. */
type ReturnedLine = { orderItemId: string; quantity: number; restocked: number; amount: Money }

export async function insertReturned(db: Db, requestId: string, lines: readonly ReturnedLine[]) {
  const rows = lines.map((line) => ({ ...line, requestId }))
  if (rows.length > 0) await db.insertInto('returnedItems').values(rows).execute()
}

/** Returns for each line how many units came back with the refund of this cause ('refund:<request id>'). */
export async function unitsBack(db: Db, orderId: string, cause: string): Promise<number[]> {
  const requestId = /^refund:([0-9a-f-]{36})$/.exec(cause)?.[1] ?? null
  const rows = await db
    .selectFrom('orderItems')
    .leftJoin('returnedItems', (join) =>
      join.onRef('orderItemId', '=', 'orderItems.id').on('requestId', '=', requestId),
    )
    .select('returnedItems.quantity')
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.position')
    .execute()
  return rows.map(({ quantity }) => quantity ?? 0)
}
