import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, rupeesJson, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, idOf } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { keyed, OPTIONAL_KEY, REPLAYED, runKeyed } from '#api/idempotency.ts'
import { answerWithOrder, orderJson } from '#api/order-json.ts'
import { byPerson, limited } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { rupeesInput } from '#shop/field.ts'
import { isSelf, VISITOR } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { MAX_RUPEES } from '#shop/kernel/typed-number.ts'
import { confirmationPath, oncePath, orderPath, paymentPath, payPath } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { findPayment, openPayment, type VerifiedPayment, verifyPayment } from '#shop/settlement/pay-order.ts'
import { createPaymentPageLink, findPaymentPageLink } from '#shop/settlement/payment-page-link.ts'

export const payments = new OpenAPIHono<ApiEnv>()

const tags = ['payments']
const limit = limited('payments', { limit: 60, windowSeconds: 600 }, byPerson)
const orderId = idOf('order', 'One of your orders')

const intentJson = z
  .object({
    id: z.uuid(),
    order_id: z.uuid(),
    provider: z
      .string()
      .openapi({ description: 'The provider on whose page the customer pays', example: 'razorpay' }),
    provider_order_id: z.string().describe('The provider’s ID of the order'),
    public_key: z.string().nullable().describe('The provider’s key for browsers'),
    amount: rupeesJson,
    currency: z.literal('INR'),
    checkout_url: z.string().describe('The shop’s page that leads to the provider'),
    hold_until: timeJson.describe('Stock is reserved for this order until then'),
  })
  .openapi('PaymentIntent')

const open = createRoute({
  method: 'post',
  path: '/create-payment-intent',
  operationId: 'createPaymentIntent',
  tags,
  summary: 'Open the payment of a card order, or open it again',
  description:
    'The amount is the order’s total; a different amount is refused. 409 `payment_confirming` while a payment of this order is under way, `not_payable` once the time to pay is over.',
  middleware: [signedIn, keyed, limit] as const,
  security: SESSION,
  request: {
    headers: OPTIONAL_KEY,
    body: body(
      z
        .object({ order_id: orderId, amount: rupeesInput({ max: MAX_RUPEES }).optional() })
        .openapi('NewPaymentIntent', { example: BODIES.NewPaymentIntent }),
    ),
  },
  responses: {
    200: { ...json(intentJson, 'The payment, ready for the provider'), headers: REPLAYED },
    ...errors(401, 404, 409, ...BODY_ERRORS),
  },
})
payments.openapi(open, async (c) => {
  const { ctx } = c.var
  const input = c.req.valid('json')
  const opened = await runKeyed(
    c,
    (keyedCtx) => openPayment(keyedCtx, { orderId: input.order_id, amount: input.amount }),
    () => findPayment(ctx, input.order_id),
  )
  if (!opened.ok) {
    if (opened.reason === 'provider_away') c.header('retry-after', '10')
    return refuse(c, opened)
  }
  const { intentId, gateway, providerOrderId, holdUntil } = opened.value
  const intent = {
    id: intentId,
    order_id: opened.value.orderId,
    provider: gateway.provider,
    provider_order_id: providerOrderId,
    public_key: gateway.publicKey,
    amount: toRupees(opened.value.amount),
    currency: 'INR' as const,
    checkout_url: `${ctx.config.origin}${paymentPath(opened.value.orderId)}`,
    hold_until: holdUntil.toISOString(),
  }
  return c.json(intent, 200)
})

const linkJson = z
  .object({
    url: z.string().openapi({
      description: 'Opens the payment page once, without a session',
      example: 'https://shop.example/checkout/pay/5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c03?once=q1Yw8Zr3nT6v',
    }),
    expires_at: timeJson,
  })
  .openapi('PaymentLink')

const createLink = createRoute({
  method: 'post',
  path: '/orders/{id}/payment-link',
  operationId: 'createPaymentLink',
  tags,
  summary: 'A link that opens the payment page of a card order in a browser, once',
  description:
    'For apps: the browser needs no cookie. The page shows items and total, but no name, contact or address. A new link replaces the earlier one. 409 as for POST /create-payment-intent. A repeated `Idempotency-Key` gets the same link, or 422 `link_invalid` once it was used.',
  middleware: [signedIn, keyed, limit] as const,
  security: SESSION,
  request: { headers: OPTIONAL_KEY, params: z.object({ id: orderId }) },
  responses: {
    201: { ...json(linkJson, 'The link'), headers: REPLAYED },
    ...errors(401, 404, 409, 422),
  },
})
payments.openapi(createLink, async (c) => {
  const { ctx } = c.var
  const { id } = c.req.valid('param')
  const created = await runKeyed(
    c,
    (keyedCtx) => createPaymentPageLink(keyedCtx, id),
    (linkId) => findPaymentPageLink(ctx, { orderId: id, linkId }),
  )
  if (!created.ok)
    return refuse(c, created, created.reason === 'link_invalid' ? 'Idempotency-Key' : undefined)
  const { token, expiresAt } = created.value
  const url = `${ctx.config.origin}${oncePath(id, token)}`
  return c.json({ url, expires_at: expiresAt.toISOString() }, 201)
})

const proof = z.string().min(1).max(500)

const submitProof = createRoute({
  method: 'post',
  path: '/process-payment',
  operationId: 'processPayment',
  tags,
  summary: 'Submit the provider’s proof of a payment',
  description:
    'The signature is the provider’s HMAC-SHA256 over `provider_order_id|payment_id`. The answer’s `payment_status` is `pending` while the provider has not confirmed the payment.',
  middleware: [signedIn, keyed, limit] as const,
  security: SESSION,
  request: {
    headers: OPTIONAL_KEY,
    body: body(
      z
        .object({ order_id: orderId, payment_id: proof, signature: proof })
        .openapi('PaymentProof', { example: BODIES.PaymentProof }),
    ),
  },
  responses: {
    200: { ...json(orderJson, 'The order'), headers: REPLAYED },
    ...errors(401, 404, ...BODY_ERRORS),
  },
})
payments.openapi(submitProof, async (c) => {
  const { ctx } = c.var
  const { order_id, payment_id: paymentId, signature } = c.req.valid('json')
  const order = await findOrder(ctx.db, order_id)
  if (!order || !isSelf(ctx.actor, order.userId)) return refuse(c, { reason: 'order_not_found' })
  const submitted = { orderId: order.id, proof: { paymentId, signature } }
  const verified = await runKeyed(c, (keyedCtx) => verifyPayment(keyedCtx, submitted))
  return verified.ok ? answerWithOrder(c, order.id, 200) : refuse(c, verified)
})

/** The provider returns the browser here, cross-site and without a session, so nothing depends on the actor. */
export const paymentReturns = new OpenAPIHono<ApiEnv>()

paymentReturns.on(
  ['GET', 'POST'],
  '/payments/return',
  limited('payment returns', { limit: 60, windowSeconds: 600 }),
  async (c) => {
    const query = new URL(c.req.url).searchParams
    const orderId = query.get('order') ?? ''
    if (!isUuid(orderId)) return c.redirect('/orders', 303)
    const form = c.req.method === 'POST' ? await c.req.formData().catch(() => null) : null
    // Razorpay posts a form with its own field names; the sandbox returns by a link.
    const field = (name: string) => String(form?.get(`razorpay_${name}`) ?? query.get(name) ?? '')
    const paymentId = field('payment_id')
    const signature = field('signature')
    const proof = paymentId && signature ? { paymentId, signature } : null
    const verified = await verifyPayment(c.var.deps.ctxFor(VISITOR), { orderId, proof })
    const link = query.get('link')
    return c.redirect(nextPage(orderId, link, verified.ok ? verified.value.outcome : null), 303)
  },
)

function nextPage(orderId: string, link: string | null, outcome: VerifiedPayment['outcome'] | null): string {
  // Without a session, only the payment link's page can show the outcome.
  if (link) return payPath(orderId, link)
  if (outcome === 'paid') return confirmationPath(orderId)
  if (outcome === 'over') return orderPath(orderId)
  return paymentPath(orderId)
}

/** The raw bytes, because the signature covers the body byte for byte. */
const rawBody = z.string().openapi({ description: 'As the provider documents it', example: BODIES.Webhook })

/** `hasSandbox`: true in demo mode, where the sandbox is a provider. */
export function webhooks(hasSandbox: boolean) {
  const routes = new OpenAPIHono<ApiEnv>()
  const signatures = hasSandbox ? '`x-razorpay-signature`, `x-sandbox-signature`' : '`x-razorpay-signature`'
  const receive = createRoute({
    method: 'post',
    path: '/webhooks/{provider}',
    operationId: 'receivePaymentWebhook',
    tags: ['payments'],
    summary: 'Webhook of a payment provider',
    description: `Signed by the provider over the raw body (${signatures}). Answered as soon as it is stored; each event is handled only once.`,
    request: {
      params: z.object({
        provider: z
          .string()
          .max(50)
          .openapi({ example: hasSandbox ? 'sandbox' : 'razorpay' }),
      }),
      body: { required: true, content: { '*/*': { schema: rawBody } } },
    },
    responses: {
      200: json(z.object({ received: z.literal(true) }), 'Stored'),
      ...errors(400, 404, 413, 422),
    },
  })
  return routes.openapi(receive, async (c) => {
    const webhook = { provider: c.req.valid('param').provider, rawBody: await c.req.text() }
    const received = await receiveWebhook(c.var.deps.ctxFor(VISITOR), {
      ...webhook,
      headers: c.req.raw.headers,
    })
    return received.ok ? c.json({ received: true as const }, 200) : refuse(c, received)
  })
}
