import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { idOf } from '#api/examples.ts'
import { signedIn, staffWith } from '#api/guards.ts'
import { keyed, OPTIONAL_KEY, REPLAYED, runKeyed } from '#api/idempotency.ts'
import { cancellationBody, decisionBody, refundDecisionBody, refundRequestBody } from '#api/order-body.ts'
import { answerWithOrder, orderJson } from '#api/order-json.ts'
import { limitedOrders } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys } from '#api/snake-case.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'

export const orderRequests = new OpenAPIHono<ApiEnv>()

const common = { tags: ['orders'], security: SESSION }
const params = z.object({ id: idOf('order') })
const orderResponses = (description: string) => ({
  200: { ...json(orderJson, description), headers: REPLAYED },
  ...errors(401, 404, 409, ...BODY_ERRORS),
})
const decisionResponses = (description: string) => ({ ...orderResponses(description), ...errors(403) })

const cancel = createRoute({
  ...common,
  method: 'post',
  path: '/orders/{id}/cancellation',
  summary: 'Cancel your order, or ask for its cancellation once it has shipped',
  description:
    'Pending and processing orders are cancelled right away. Repeating the request changes nothing.',
  middleware: [signedIn, keyed, limitedOrders('cancel')] as const,
  request: { headers: OPTIONAL_KEY, params, body: body(cancellationBody) },
  responses: orderResponses('The order, cancelled or with an open request'),
})
orderRequests.openapi(cancel, async (c) => {
  const { id } = c.req.valid('param')
  const { details } = c.req.valid('json')
  const outcome = await runKeyed(c, (ctx) => cancelOrder(ctx, { orderId: id, details }))
  return outcome.ok ? answerWithOrder(c, id, 200) : refuse(c, outcome)
})

const decideCancel = createRoute({
  ...common,
  method: 'put',
  path: '/orders/{id}/cancellation',
  operationId: 'decideOrderCancellation',
  summary: 'Approve or decline a cancellation request (admin)',
  middleware: [staffWith('orders.change'), keyed] as const,
  request: { headers: OPTIONAL_KEY, params, body: body(decisionBody) },
  responses: decisionResponses('The order, cancelled if approved'),
})
orderRequests.openapi(decideCancel, async (c) => {
  const { id } = c.req.valid('param')
  const decision = c.req.valid('json')
  const outcome = await runKeyed(c, (ctx) => decideCancellation(ctx, { orderId: id, ...decision }))
  return outcome.ok ? answerWithOrder(c, id, 200) : refuse(c, outcome)
})

const requestRefund = createRoute({
  ...common,
  method: 'post',
  path: '/orders/{id}/refund-request',
  summary: 'Request a refund or a replacement of your delivered order',
  description: 'Repeating it while a request is open changes nothing.',
  middleware: [signedIn, keyed] as const,
  request: { headers: OPTIONAL_KEY, params, body: body(refundRequestBody) },
  responses: orderResponses('The order with the open request'),
})
orderRequests.openapi(requestRefund, async (c) => {
  const { id } = c.req.valid('param')
  const { refund_account: account, ...input } = c.req.valid('json')
  const outcome = await runKeyed(c, (ctx) =>
    requestOrderRefund(ctx, { orderId: id, ...input, account: account && camelKeys(account) }),
  )
  return outcome.ok ? answerWithOrder(c, id, 200) : refuse(c, outcome)
})

const decide = createRoute({
  ...common,
  method: 'put',
  path: '/orders/{id}/refund-request',
  operationId: 'decideOrderRefundRequest',
  summary: 'Approve a refund request, in full or in part, send a replacement, or decline it (admin)',
  description:
    '`replace` sends the whole order again, if the customer asked for one: stock is allocated, and the order’s status is processing again.',
  middleware: [staffWith('orders.change'), keyed] as const,
  request: { headers: OPTIONAL_KEY, params, body: body(refundDecisionBody) },
  responses: decisionResponses('The order with the decided request'),
})
orderRequests.openapi(decide, async (c) => {
  const { id } = c.req.valid('param')
  const { decision, answer, amount, returned_items: returned } = c.req.valid('json')
  const refund =
    decision === 'approve'
      ? { orderId: id, decision, answer, amount: amount ?? null, returned }
      : decision === 'replace'
        ? { orderId: id, decision, answer, lines: null }
        : { orderId: id, decision, answer }
  const outcome = await runKeyed(c, (ctx) => decideRefund(ctx, refund))
  if (outcome.ok) return answerWithOrder(c, id, 200)
  const isAboutItems = outcome.reason === 'not_in_order' || outcome.reason === 'restocked_too_many'
  return refuse(c, outcome, isAboutItems ? 'returned_items' : undefined)
})
