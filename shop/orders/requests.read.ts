import type { Db } from '#shop/ctx.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import { toRequest } from '#shop/orders/requests.sql.ts'

/** What the customer has asked for, the oldest first. */
export async function requestsOfOrder(db: Db, orderId: string): Promise<OrderRequest[]> {
  const rows = await db
    .selectFrom('orderRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('requestedAt')
    .execute()
  return rows.map(toRequest)
}

/** How many orders wait for a decision. The caller has checked that an admin asks. */
export async function countWaitingOrders(db: Db): Promise<number> {
  const row = await db
    .selectFrom('orderRequests')
    .select(({ fn }) => fn.count<number>('orderId').distinct().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return row.count
}
