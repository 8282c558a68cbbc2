import type { Db } from '#shop/ctx.ts'

/** Returns the order's state and the id of its last event; null when it does not exist. */
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

/** Each entry carries the current state, so a reconnecting client needs no more. */
const MAX_ENTRIES = 50

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
