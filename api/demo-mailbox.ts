import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { errors, json, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { notFound } from '#api/failures.ts'

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
    mails.map(({ to, subject, text, html, sentAt }) => ({
      to,
      subject,
      text,
      html,
      sent_at: sentAt.toISOString(),
    })),
    200,
  )
})
