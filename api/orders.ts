import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { toLines } from '#api/cart-lines.ts'
import { omitUnchanged } from '#api/closed-schema.ts'
import { BODY_ERRORS, body, errors, json, SESSION, TOO_MANY } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { COUPON_CODE, IDS, idOf } from '#api/examples.ts'
import { schemaViolation } from '#api/failures.ts'
import { forKeys, signedIn, staffWith } from '#api/guards.ts'
import { keyed, markReplayed, OPTIONAL_KEY, REPLAYED, REQUIRED_KEY, runKeyed } from '#api/idempotency.ts'
import { countedHeaders, linkNext, ownersQuery, setTotal, withFilters } from '#api/lists.ts'
import { newNotes, newOrderBody, orderChangeBody } from '#api/order-body.ts'
import { answerWithOrder, orderJson, readAdminFields, toOrderJson } from '#api/order-json.ts'
import { byPerson, limited, limitedOrders, limitedSearch } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys } from '#api/snake-case.ts'
import { recordView } from '#shop/audit/record-access.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findUser } from '#shop/customers/users.read.ts'
import { type InvoiceDocument, nameOfNumber } from '#shop/invoices/invoice-document.ts'
import { findDocument, latestInvoice } from '#shop/invoices/invoices.read.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { readFilters } from '#shop/kernel/filters.ts'
import { may } from '#shop/kernel/permissions.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { countMatches, countOrders, listForAdmin } from '#shop/orders/listing.read.ts'
import { isNarrowed, ORDER_FILTERS } from '#shop/orders/listing.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder, listOrdersIn } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'

export const orders = new OpenAPIHono<ApiEnv>()

const tags = ['orders']
const params = z.object({ id: idOf('order') })

const { customer: _, ...FILTERS } = ORDER_FILTERS

const filterExamples = {
  q: '3f2a',
  product: IDS.product,
  coupon: COUPON_CODE,
}

const forList = forKeys(['orders.list', 'orders.view'], signedIn)
const list = createRoute({
  ...forList,
  middleware: [...forList.middleware, limitedSearch] as const,
  tags,
  method: 'get',
  path: '/orders',
  summary: 'Orders: your own, or all for admins',
  description:
    'With the filters of the dashboard. In your own orders, `q` is the beginning of an order’s id. `X-Total-Count` is left out for filters among the orders of all customers.',
  request: {
    query: withFilters(
      ownersQuery('Only orders of this account', { owner: IDS.customer, entry: IDS.order }),
      FILTERS,
      filterExamples,
    ),
  },
  responses: {
    200: {
      ...json(z.array(orderJson), 'The orders'),
      headers: countedHeaders(`/orders?cursor=${IDS.order}`).partial(),
    },
    ...errors(401, 404, 422),
  },
})
orders.openapi(list, async (c) => {
  const { ctx, person } = c.var
  const { db, now, config } = ctx
  const { userId, limit, cursor } = c.req.valid('query')
  const mayList = may(person, 'orders.list')
  const isAllowed = userId === undefined || mayList || isSelf(person, userId)
  if (!isAllowed) return refuse(c, { reason: 'user_not_found' })
  if (userId === undefined && mayList)
    await recordView(ctx, { entity: 'order', entityId: 'all', personId: null })
  const filters = readFilters(FILTERS, new URL(c.req.url).searchParams)
  const search = {
    ...filters,
    // '#' searches ids only. A search by name or phone number would find orders of all customers.
    text: filters.text && !mayList ? `#${filters.text}` : filters.text,
    customer: userId ?? (mayList ? null : person.id),
    after: cursor ?? null,
    before: null,
    from: 1,
  }
  const times = { now, lateBefore: dispatchCutoff(now, config.deliveryTimes.ships) }
  const listed = await listForAdmin(db, search, times, limit)
  if (search.customer) setTotal(c, await countMatches(db, search, times))
  else if (!isNarrowed(search)) setTotal(c, await countOrders(db))
  const ids = listed.orders.map(({ id }) => id)
  const last = ids.at(-1)
  if (listed.hasNext && last !== undefined) linkNext(c, last)
  const [found, adminFields] = await Promise.all([listOrdersIn(db, ids), readAdminFields(ctx, ids)])
  return c.json(
    found.map((order) => toOrderJson(order, adminFields)),
    200,
  )
})

const read = createRoute({
  ...forKeys(['orders.view'], signedIn),
  tags,
  method: 'get',
  path: '/orders/{id}',
  summary: 'One order with its items, address and history',
  request: { params },
  responses: { 200: json(orderJson, 'The order'), ...errors(401, 404, 422) },
})
orders.openapi(read, async (c) => {
  return answerWithOrder(c, c.req.valid('param').id, 200)
})

const placeOrderRoute = createRoute({
  method: 'post',
  path: '/orders',
  tags,
  summary: 'Place an order',
  description:
    'Repeating a request with the same key and body returns the same order. Prices always come from the shop. `too_many_units`, `cash_limit` and `too_many_open_orders` are limits of the shop; POST /cart/quote warns of each.',
  middleware: [signedIn, keyed, limitedOrders('place')] as const,
  security: SESSION,
  request: {
    headers: REQUIRED_KEY,
    body: body(newOrderBody),
  },
  responses: {
    201: { ...json(orderJson, 'The order'), headers: REPLAYED },
    ...errors(401, 404, 409, ...BODY_ERRORS),
    ...TOO_MANY,
  },
})
orders.openapi(placeOrderRoute, async (c) => {
  const { ctx } = c.var
  const body = c.req.valid('json')
  const customer = body.referral_code && (await findUser(ctx.db, c.var.person.id))
  if (customer && customer.referralCode === body.referral_code)
    return refuse(c, { reason: 'referral_own' }, 'referral_code')
  const idempotencyKey = c.req.valid('header')['Idempotency-Key']
  const lines = await toLines(ctx.db, body.items)
  const requestFingerprint = c.var.claim?.fingerprint
  const placed = await placeOrder(ctx, { ...camelKeys(body), lines, idempotencyKey, requestFingerprint })
  if (!placed.ok) return refuse(c, placed)
  const { orderId, isReplay } = placed.value
  if (isReplay) markReplayed(c)
  return answerWithOrder(c, orderId, 201, { isNew: !isReplay })
})

const forChanges = forKeys(['orders.change', 'orders.view'], staffWith('orders.list'))
const changeOrderRoute = createRoute({
  ...forChanges,
  middleware: [...forChanges.middleware, keyed] as const,
  method: 'put',
  path: '/orders/{id}',
  tags,
  summary: 'Change an order’s status, tracking or notes (admin)',
  request: { headers: OPTIONAL_KEY, params, body: body(orderChangeBody, orderJson) },
  responses: {
    200: { ...json(orderJson, 'The order'), headers: REPLAYED },
    ...errors(401, 403, 404, 409, ...BODY_ERRORS),
  },
})
const NOTES = ['notes', 'internal_notes'] as const

orders.openapi(changeOrderRoute, async (c) => {
  const orderId = c.req.valid('param').id
  const { ctx } = c.var
  const order = await findOrder(ctx.db, orderId)
  if (!order) return refuse(c, { reason: 'order_not_found' })
  if (c.var.isRepeat) {
    markReplayed(c)
    return answerWithOrder(c, orderId, 200)
  }
  const current = toOrderJson(order, await readAdminFields(ctx, [orderId]))
  const { notes, internal_notes, ...input } = c.req.valid('json')
  const texts = newNotes.safeParse(omitUnchanged({ notes, internal_notes }, current, NOTES))
  if (!texts.success) return schemaViolation(c, texts.error)
  const orderChange = { orderId, ...camelKeys(input), internalNotes: texts.data }
  const changed = await runKeyed(c, (keyedCtx) => changeOrder(keyedCtx, orderChange))
  return changed.ok ? answerWithOrder(c, orderId, 200) : refuse(c, changed)
})

const forDocuments = forKeys(['orders.view'], signedIn)
const document = {
  method: 'get' as const,
  tags,
  ...forDocuments,
  middleware: [...forDocuments.middleware, limited('invoices', { limit: 60, windowSeconds: 60 }, byPerson)],
}
const pdf = {
  description: 'The PDF, identical on every download',
  content: { 'application/pdf': { schema: z.string().openapi({ format: 'binary' }) } },
}

const invoice = createRoute({
  ...document,
  path: '/orders/{id}/invoice',
  operationId: 'getLatestOrderInvoice',
  summary: 'The newest tax invoice; one is issued when the order is paid or shipped',
  request: { params },
  responses: { 200: pdf, ...errors(401, 404, 409, 422) },
})
orders.openapi(invoice, async (c) => {
  const { ctx } = c.var
  const order = await visibleOrder(ctx, c.req.valid('param').id)
  if (!order) return refuse(c, { reason: 'order_not_found' })
  const invoice = await latestInvoice(ctx.db, order.id)
  return invoice ? answerWithPdf(c, invoice) : refuse(c, { reason: 'not_invoiced_yet' })
})

const numbered = createRoute({
  ...document,
  path: '/orders/{id}/invoices/{invoice_id}',
  summary: 'An invoice of the order, also a credited one',
  request: { params: params.extend({ invoice_id: idOf('invoice') }) },
  responses: { 200: pdf, ...errors(401, 404, 422) },
})
orders.openapi(numbered, async (c) => {
  const { ctx } = c.var
  const { id, invoice_id: invoiceId } = c.req.valid('param')
  const order = await visibleOrder(ctx, id)
  const invoice = order && (await findDocument(ctx.db, 'invoices', order.id, invoiceId))
  return invoice ? answerWithPdf(c, invoice) : refuse(c, { reason: 'order_not_found' })
})

const note = createRoute({
  ...document,
  path: '/orders/{id}/credit-notes/{note_id}',
  summary: 'A credit note of the order',
  request: { params: params.extend({ note_id: idOf('creditNote') }) },
  responses: { 200: pdf, ...errors(401, 404, 422) },
})
orders.openapi(note, async (c) => {
  const { ctx } = c.var
  const { id, note_id: noteId } = c.req.valid('param')
  const order = await visibleOrder(ctx, id)
  const note = order && (await findDocument(ctx.db, 'creditNotes', order.id, noteId))
  return note ? answerWithPdf(c, note) : refuse(c, { reason: 'order_not_found' })
})

async function visibleOrder({ db, actor }: Ctx, id: string) {
  const order = await findOrder(db, id)
  return order && canSeeOrder(actor, order) ? order : null
}

async function answerWithPdf<Env extends ApiEnv>(c: Context<Env>, invoice: InvoiceDocument) {
  const { deps }: ApiEnv['Variables'] = c.var
  const rendered = await deps.pdf({ kind: 'invoice', invoice })
  if (!rendered.ok) return refuse(c, rendered)
  c.header('content-disposition', `inline; filename="${nameOfNumber(invoice.number)}.pdf"`)
  return c.body(rendered.value, 200, { 'content-type': 'application/pdf' })
}
