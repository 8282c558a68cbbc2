import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { limited } from '#api/rate-limit.ts'
import { newsletterInput } from '#shop/messages/input.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'

export const newsletterSubscriptions = new OpenAPIHono<ApiEnv>()

const newSubscription = newsletterInput.openapi('NewSubscription', {
  example: BODIES.NewSubscription,
})

const subscribe = createRoute({
  method: 'post',
  path: '/newsletter-subscriptions',
  tags: ['messages'],
  summary: 'Ask for the newsletter; it comes once the link in the email was opened',
  description: 'The answer is the same whether the address is known or not.',
  middleware: limited('newsletter', { limit: 20, windowSeconds: 3600 }),
  request: { body: body(newSubscription) },
  responses: {
    202: json(
      z.object({ status: z.literal('mailed') }).openapi('AskedSubscription'),
      'An email is on its way',
    ),
    ...errors(429, ...BODY_ERRORS),
  },
})
newsletterSubscriptions.openapi(subscribe, async (c) => {
  await subscribeNewsletter(c.var.ctx, c.req.valid('json'))
  return c.json({ status: 'mailed' as const }, 202)
})
