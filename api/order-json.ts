import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { rupeesJson, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { refuse } from '#api/refusals.ts'
import { snakeKeys } from '#api/snake-case.ts'
import { recordView } from '#shop/audit/record-access.ts'
import type { Ctx } from '#shop/ctx.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { actorNamesOf, internalNotesOf } from '#shop/orders/admin-order.read.ts'
import {
  canSeeOrder,
  ORDER_EVENT_BY,
  ORDER_EVENT_KINDS,
  ORDER_STATUSES,
  type Order,
  type OrderEvent,
  type OrderItem,
} from '#shop/orders/order.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { type OrderRequest, REQUEST_STATUSES, REQUEST_WISHES } from '#shop/orders/request.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#shop/payments/payment.ts'

const addressJson = z
  .object({
    full_name: z.string(),
    address_line1: z.string(),
    address_line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    phone: z.string(),
  })
  .openapi('ShippingAddress')

const itemJson = z
  .object({
    id: z.uuid(),
    product_id: z.uuid().nullable(),
    name: z.string().describe('The name at the time of the order'),
    quantity: z.number().int(),
    unit_price: rupeesJson,
    total_price: rupeesJson,
    tastemakers: z.array(z.uuid()).optional().describe('The picks of a mix: one id per packet'),
    allergens: z
      .string()
      .describe('Allergens of the product and its picks, as declared when ordered; empty if it is not food'),
    product: z
      .object({ name: z.string(), price: rupeesJson, image_urls: z.array(z.string()) })
      .nullable()
      .describe('The product’s current data'),
  })
  .openapi('OrderItem')

const orderStatus = z.enum(ORDER_STATUSES)

const eventJson = z
  .object({
    kind: z.enum(ORDER_EVENT_KINDS).describe('Only `status` entries change the status'),
    from_status: orderStatus.nullable(),
    status: orderStatus,
    note: z.string().nullable(),
    by: z.enum(ORDER_EVENT_BY).describe('Who caused the entry; `system` is the shop itself'),
    actor_name: z.string().optional().describe('For admins only'),
    created_at: timeJson,
  })
  .openapi('OrderEvent')

const requestJson = z
  .object({
    id: z.uuid(),
    kind: z.enum(['cancellation', 'refund']),
    reason: z.string(),
    details: z.string(),
    wish: z.enum(REQUEST_WISHES).optional().describe('Refund or replacement; absent for a cancellation'),
    status: z.enum(REQUEST_STATUSES),
    amount: rupeesJson.nullable().describe('The approved amount; null for a replacement'),
    answer: z.string().nullable(),
    requested_at: timeJson,
    decided_at: timeJson.nullable(),
  })
  .openapi('OrderRequest')

export const orderJson = z
  .object({
    id: z.uuid(),
    user_id: z.uuid(),
    created_at: timeJson,
    status: orderStatus,
    payment_status: z.enum(PAYMENT_STATUSES),
    payment_method: z.enum(PAYMENT_METHODS),
    subtotal: rupeesJson,
    discount: rupeesJson,
    tax: rupeesJson,
    prices_include_tax: z.boolean().describe('The total contains the tax, which is not added'),
    shipping_fee: rupeesJson,
    round_off: rupeesJson
      .optional()
      .describe('Amount added by rounding a cash total to whole rupees; left out when zero'),
    total: rupeesJson,
    coupon_code: z.string().nullable(),
    tracking_number: z.string().nullable(),
    carrier: z.string().nullable(),
    notes: z.string().nullable().describe('‘Coupon applied: {code}’'),
    internal_notes: z
      .string()
      .nullable()
      .optional()
      .describe('All internal notes, newest first; for admins only'),
    shipping_address: addressJson,
    business: z
      .object({ name: z.string(), gstin: z.string(), address: z.string().nullable() })
      .optional()
      .describe('The buyer that the invoice names; left out for consumers'),
    order_items: z.array(itemJson),
    user: z.object({ full_name: z.string() }),
    history: z.array(eventJson),
    version: z.number().int().describe('Send it with a change to detect a conflict'),
    requests: z.array(requestJson).optional().describe('Cancellation and refund requests; not in lists'),
  })
  .openapi('Order')

type AdminFields = { internalNotes: ReadonlyMap<string, string>; actorNames: Record<number, string> }

/** `adminFields`: null unless the actor is staff. */
export function toOrderJson(
  order: Order,
  adminFields: AdminFields | null,
  requests?: readonly OrderRequest[],
): z.infer<typeof orderJson> {
  const { id, userId, createdAt, status, version, paymentStatus, paymentMethod, pricesIncludeTax } = order
  const { couponCode, trackingNumber, carrier, notes, shippingAddress } = order
  return {
    ...snakeKeys({ id, userId, createdAt, status, version, paymentStatus, paymentMethod, pricesIncludeTax }),
    ...snakeKeys({ couponCode, trackingNumber, carrier, notes, shippingAddress }),
    subtotal: toRupees(order.subtotal),
    discount: toRupees(order.discount),
    tax: toRupees(order.tax),
    shipping_fee: toRupees(order.shippingFee),
    ...(order.roundOff !== 0 && { round_off: toRupees(order.roundOff) }),
    total: toRupees(order.total),
    ...(adminFields && { internal_notes: adminFields.internalNotes.get(id) ?? null }),
    ...(order.business && { business: order.business }),
    order_items: order.items.map(toItemJson),
    user: { full_name: order.customerName },
    history: order.events.map((event) => toEventJson(event, adminFields)),
    ...(requests && { requests: requests.map(toRequestJson) }),
  }
}

function toItemJson(item: OrderItem): z.infer<typeof itemJson> {
  const tastemakers = item.tastemakers.flatMap(({ productId, count }) =>
    Array<string>(productId ? count : 0).fill(productId ?? ''),
  )
  const { id, productId, name, quantity, allergens } = item
  return {
    ...snakeKeys({ id, productId, name, quantity, allergens }),
    unit_price: toRupees(item.unitPrice),
    total_price: toRupees(item.totalPrice),
    ...(item.tastemakers.length > 0 && { tastemakers }),
    product: item.product && {
      name: item.product.name,
      price: toRupees(item.product.price),
      image_urls: item.product.imageUrls,
    },
  }
}

function toRequestJson(request: OrderRequest): z.infer<typeof requestJson> {
  const { id, kind, reason, details, wish, status, amount, answer, requestedAt, decidedAt } = request
  return {
    ...snakeKeys({ id, kind, reason, details, status, answer, requestedAt, decidedAt }),
    ...(kind === 'refund' && { wish }),
    amount: amount === null ? null : toRupees(amount),
  }
}

function toEventJson(
  { id, kind, fromStatus, toStatus, note, by, createdAt }: OrderEvent,
  adminFields: AdminFields | null,
): z.infer<typeof eventJson> {
  const actorName = adminFields?.actorNames[id]
  return {
    ...snakeKeys({ kind, fromStatus, status: toStatus, note, by, createdAt }),
    ...(actorName !== undefined && { actor_name: actorName }),
  }
}

/** Answers with the order and its requests, or 404. A new order has no requests. */
export async function answerWithOrder<Env extends ApiEnv, Status extends 200 | 201>(
  c: Context<Env>,
  id: string,
  status: Status,
  { isNew = false } = {},
) {
  const { db, actor } = c.var.ctx
  const order = await findOrder(db, id)
  if (!order || !canSeeOrder(actor, order)) return refuse(c, { reason: 'order_not_found' })
  if (!isNew) await recordView(c.var.ctx, { entity: 'order', entityId: order.id, personId: order.userId })
  const [requests, adminFields] = await Promise.all([
    isNew ? [] : requestsOfOrder(db, order.id),
    readAdminFields(c.var.ctx, [order.id]),
  ])
  return c.json(toOrderJson(order, adminFields, requests), status)
}

export async function readAdminFields({ db, actor }: Ctx, orderIds: string[]): Promise<AdminFields | null> {
  if (!may(actor, 'orders.view')) return null
  const [internalNotes, actorNames] = await Promise.all([
    internalNotesOf(db, orderIds),
    actorNamesOf(db, orderIds),
  ])
  return { internalNotes, actorNames }
}
