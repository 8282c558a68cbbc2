import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { body, timeJson } from '#api/contract.ts'
import { eventTitle, WEBHOOK_EVENTS, WEBHOOK_KINDS } from '#shop/webhooks/event.ts'

const SIGNATURE =
  'Signed as Standard Webhooks (https://www.standardwebhooks.com). A message may come more than once, with the same `webhook-id`, and in any order.'

const signatureHeaders = z.object({
  'webhook-id': z.uuid(),
  'webhook-timestamp': z.string().describe('Seconds since 1970'),
  'webhook-signature': z.string().describe('`v1,` and the signature'),
})

/** Declares the messages that the shop sends to endpoints. */
export function declareWebhooks(registry: Pick<OpenAPIHono['openAPIRegistry'], 'registerWebhook'>): void {
  for (const kind of WEBHOOK_KINDS) {
    const names = WEBHOOK_EVENTS[kind].split(' ')
    const data = Object.fromEntries(names.map((name) => [name.replace('?', ''), schemaOf(name)]))
    registry.registerWebhook({
      ...{ method: 'post', path: kind, operationId: kind, summary: eventTitle(kind), description: SIGNATURE },
      security: [],
      request: {
        headers: signatureHeaders,
        body: body(z.object({ type: z.literal(kind), timestamp: timeJson, data: z.strictObject(data) })),
      },
      responses: {
        200: {
          description:
            'Received, like any 2xx answer. After other answers, except 410, the message is sent again, for three days',
        },
        410: { description: 'Asks for no more messages. The shop switches the endpoint off' },
      },
    })
  }
}

function schemaOf(name: string) {
  const required = name.replace('?', '')
  const value = required.endsWith('_id')
    ? z.uuid()
    : /_paise$|^quantity$|^number$/.test(required)
      ? z.int()
      : z.string()
  return required === name ? value : value.nullable()
}
