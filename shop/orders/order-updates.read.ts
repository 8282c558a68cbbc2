/** An order's state and history for live updates of its page. */
import type { Db } from '#shop/ctx.ts'

/** The order's current state with the id of its last history entry; null when it does not exist. */
export async function orderState(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .select(['userId', 'status', 'paymentStatus', 'trackingNumber', 'carrier'])
    .select((eb) =>
      eb
        .selectFrom('orderEvents')
        .select(({ fn }) => fn.max('orderEvents.id').as('last'))
        .whereRef('orderId', '=', 'orders.id')
        .as('lastEventId'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row ? { ...row, lastEventId: Number(row.lastEventId ?? 0) } : null
}

/** A client that reconnects gets at most this many entries; each carries the current state anyway. */
const MAX_ENTRIES = 50

/** The history entries after that id, oldest first. */
export async function orderUpdates(db: Db, orderId: string, after: number) {
  return db
    .selectFrom('orderEvents')
    .select(['id', 'kind', 'note'])
    .where('orderId', '=', orderId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
}
