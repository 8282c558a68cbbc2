import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { errors, json } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { refused } from '#api/refusals.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'

/** Declared as raw bytes: the signature covers the body byte for byte, so nothing may parse it first. */
const rawBody = z.string().openapi({ description: 'As the provider documents it', example: BODIES.Webhook })

/** `hasSandbox`: in demo mode, whose sandbox is a provider too. */
export function webhooks(hasSandbox: boolean) {
  const routes = new OpenAPIHono<ApiEnv>()
  const signatures = hasSandbox ? '`x-razorpay-signature`, `x-sandbox-signature`' : '`x-razorpay-signature`'
  const receive = createRoute({
    method: 'post',
    path: '/webhooks/{provider}',
    tags: ['payments'],
    summary: 'Webhook of a payment provider',
    description: `Signed by the provider over the raw body (${signatures}). Answered once it is stored; each event is handled once.`,
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
    return received.ok ? c.json({ received: true as const }, 200) : refused(c, received)
  })
}
