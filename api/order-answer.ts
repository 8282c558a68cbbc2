import type { Context } from 'hono'
import type { ApiEnv } from '#api/deps.ts'
import { toOrderJson } from '#api/order-json.ts'
import { refused } from '#api/refusals.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { requestsOfOrder } from '#shop/orders/requests.read.ts'

/**
 * Answers with the order as it stands now and what was asked for afterwards; 404 unless the asker may see it. Of one
 * that was placed just now nothing can have been asked.
 */
export async function answerWithOrder<Env extends ApiEnv, Status extends 200 | 201>(
  c: Context<Env>,
  id: string,
  status: Status,
  { isNew = false } = {},
) {
  const { db, actor } = c.var.ctx
  const order = await findOrder(db, id)
  if (!order || !canSeeOrder(actor, order)) return refused(c, { reason: 'order_not_found' })
  return c.json(toOrderJson(order, isNew ? [] : await requestsOfOrder(db, order.id)), status)
}
