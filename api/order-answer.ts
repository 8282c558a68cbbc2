import type { Context } from 'hono'
import type { ApiEnv } from '#api/deps.ts'
import { type AdminFields, toOrderJson } from '#api/order-json.ts'
import { refused } from '#api/refusals.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { actorNamesOf, internalNotesOf } from '#shop/orders/admin-order.read.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { requestsOfOrder } from '#shop/orders/requests.read.ts'

/** Answers with the current order and its requests; 404 unless the actor may see it. A new order has no requests. */
export async function answerWithOrder<Env extends ApiEnv, Status extends 200 | 201>(
  c: Context<Env>,
  id: string,
  status: Status,
  { isNew = false } = {},
) {
  const { db, actor } = c.var.ctx
  const order = await findOrder(db, id)
  if (!order || !canSeeOrder(actor, order)) return refused(c, { reason: 'order_not_found' })
  const [requests, adminFields] = await Promise.all([
    isNew ? [] : requestsOfOrder(db, order.id),
    readAdminFields(c.var.ctx, [order.id]),
  ])
  return c.json(toOrderJson(order, adminFields, requests), status)
}

/** The admin-only fields of these orders by order id; null for any other actor. */
export async function readAdminFields({ db, actor }: Ctx, orderIds: string[]): Promise<AdminFields | null> {
  if (!isAdmin(actor)) return null
  const [internalNotes, actorNames] = await Promise.all([
    internalNotesOf(db, orderIds),
    actorNamesOf(db, orderIds),
  ])
  return { internalNotes, actorNames }
}
