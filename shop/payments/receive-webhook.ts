import type { Ctx } from '#shop/ctx.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { insertPaymentEvent } from '#shop/payments/events.sql.ts'
import { CARD_PROVIDERS } from '#shop/payments/gateway.ts'

export type ReceiveWebhookRefusal =
  | { ok: false; reason: 'provider_not_found' }
  | { ok: false; reason: 'signature_wrong' }

/**
 * Stores a provider's webhook, whose signature over the raw body must be right, and queues what follows from it. An
 * event that comes again is taken and forgotten.
 */
export async function receiveWebhook(
  ctx: Ctx,
  webhook: { provider: string; rawBody: string; headers: Headers },
): Promise<Result<{ isNew: boolean }, ReceiveWebhookRefusal>> {
  const provider = CARD_PROVIDERS.find((name) => name === webhook.provider)
  const gateway = provider && ctx.payments.find(provider)
  if (!provider || !gateway) return refuse('provider_not_found')
  const providerEventId = gateway.verifyWebhook(webhook.rawBody, webhook.headers)
  if (providerEventId === null) return refuse('signature_wrong')
  const event = { provider, providerEventId, body: webhook.rawBody, receivedAt: ctx.now }
  const isNew = await ctx.db.transaction().execute(async (db) => {
    const eventId = await insertPaymentEvent(db, event)
    if (eventId) await ctx.jobs.send(db, { queue: 'payment-event', data: { eventId } })
    return eventId !== null
  })
  return done({ isNew })
}
