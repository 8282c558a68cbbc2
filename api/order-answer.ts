import { toOrderJson } from '#api/order-json.ts'
import type { Ctx } from '#shop/ctx.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { requestsOfOrder } from '#shop/orders/requests.read.ts'

/** One order with what was asked for afterwards; null unless the asker may see it. */
export async function orderAnswer({ db, actor }: Ctx, id: string) {
  const order = await findOrder(db, id)
  if (!order || !canSeeOrder(actor, order)) return null
  return toOrderJson(order, await requestsOfOrder(db, order.id))
}
