/** The only place that writes the returned lines of a refund. */
import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'

export type ReturnedLine = {
  orderItemId: string
  /** Units returned, and how many of them were restocked. */
  quantity: number
  restocked: number
  /** The refunded amount of this line in paise, tax included. */
  amount: Money
}

export async function insertReturned(
  db: Db,
  requestId: string,
  lines: readonly ReturnedLine[],
): Promise<void> {
  if (lines.length === 0) return
  await db
    .insertInto('returnedItems')
    .values(lines.map((line) => ({ ...line, requestId })))
    .execute()
}

/**
 * Units returned with the refund of this cause ('refund:<request id>'), one number per line, in the order's sequence.
 */
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
