import type { Db } from '#shop/ctx.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import { toRequest } from '#shop/orders/requests.sql.ts'

/** The order's requests, oldest first. */
export async function requestsOfOrder(db: Db, orderId: string): Promise<OrderRequest[]> {
  const rows = await db
    .selectFrom('orderRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('requestedAt')
    .execute()
  return rows.map(toRequest)
}

/** The number of orders with an open request. The caller has checked that the actor is an admin. */
export async function countWaitingOrders(db: Db): Promise<number> {
  const row = await db
    .selectFrom('orderRequests')
    .select(({ fn }) => fn.count<number>('orderId').distinct().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return row.count
}
