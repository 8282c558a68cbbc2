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
