/** What whoever watches an order is told. */
import type { Db } from '#shop/ctx.ts'

/** Where an order stands, with the id of the last entry of its history; null when there is none. */
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

/** A reader that was away for long sees at most so many entries; the state in each is today's anyway. */
const MOST = 50

/** The entries after that one, the oldest first. */
export async function orderUpdates(db: Db, orderId: string, after: number) {
  return db
    .selectFrom('orderEvents')
    .select(['id', 'kind', 'note'])
    .where('orderId', '=', orderId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(MOST)
    .execute()
}
