import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { notFound } from '#api/failures.ts'
import { limited } from '#api/rate-limit.ts'
import { snakeKeys } from '#api/snake-case.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { contactInput, newsletterInput } from '#shop/messages/input.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'

export const contactMessages = new OpenAPIHono<ApiEnv>()

const newMessage = contactInput
  .extend({
    side: z.enum(['millet', 'hydration']).default('millet').describe('The part of the shop it concerns'),
  })
  .openapi('NewContactMessage', { example: BODIES.NewContactMessage })

const ticketJson = z
  .object({
    ticket: z.string().openapi({ description: 'The ticket number to refer to', example: 'T-100001' }),
  })
  .openapi('ContactTicket')

const send = createRoute({
  method: 'post',
  path: '/contact-messages',
  tags: ['messages'],
  summary: 'Send the shop a message; repeats within ten minutes count once',
  middleware: limited('contact', { limit: 10, windowSeconds: HOUR_SECONDS }),
  request: { body: body(newMessage) },
  responses: { 201: json(ticketJson, 'The message was received'), ...errors(...BODY_ERRORS) },
})
contactMessages.openapi(send, async (c) =>
  c.json(await sendContactMessage(c.var.ctx, c.req.valid('json')), 201),
)

export const newsletterSubscriptions = new OpenAPIHono<ApiEnv>()

const newSubscription = newsletterInput.openapi('NewSubscription', { example: BODIES.NewSubscription })

const subscribe = createRoute({
  method: 'post',
  path: '/newsletter-subscriptions',
  tags: ['messages'],
  summary: 'Subscribe to the newsletter; it starts once the link in the email is opened',
  description: 'The answer is the same whether the address is known or not.',
  middleware: limited('newsletter', { limit: 20, windowSeconds: HOUR_SECONDS }),
  request: { body: body(newSubscription) },
  responses: {
    202: json(
      z.object({ status: z.literal('mailed') }).openapi('SubscriptionRequested'),
      'An email is on its way',
    ),
    ...errors(...BODY_ERRORS),
  },
})
newsletterSubscriptions.openapi(subscribe, async (c) => {
  await subscribeNewsletter(c.var.ctx, c.req.valid('json'))
  return c.json({ status: 'mailed' as const }, 202)
})

export const demoMailbox = new OpenAPIHono<ApiEnv>()

const mailJson = z
  .object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), sent_at: timeJson })
  .openapi('Mail')

const list = createRoute({
  method: 'get',
  path: '/demo/mailbox',
  tags: ['demo'],
  summary: 'The emails that would have been sent, newest first',
  request: {
    query: z.object({
      to: z
        .string()
        .trim()
        .max(254)
        .optional()
        .openapi({ description: 'The recipient', example: 'customer@demo.test' }),
    }),
  },
  responses: { 200: json(z.array(mailJson), 'The emails'), ...errors(404, 422) },
})
demoMailbox.openapi(list, async (c) => {
  const { mailbox } = c.var.deps
  if (!mailbox) return notFound(c)
  const mails = await mailbox.list(c.req.valid('query').to || null)
  return c.json(
    mails.map(({ to, subject, text, html, sentAt }) => snakeKeys({ to, subject, text, html, sentAt })),
    200,
  )
})
