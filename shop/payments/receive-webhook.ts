import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { parseJson } from '#shop/kernel/text.ts'
import { CARD_PROVIDERS } from '#shop/payment-gateway.ts'
import { insertPaymentEvent } from '#shop/payments/events.sql.ts'
import { transact } from '#shop/transaction.ts'

/** Stores a signed webhook and queues its handling. A repeated event is ignored. */
export async function receiveWebhook(
  ctx: Ctx,
  webhook: { provider: string; rawBody: string; headers: Headers },
) {
  const provider = CARD_PROVIDERS.find((name) => name === webhook.provider)
  const gateway = provider && ctx.payments.find(provider)
  if (!provider || !gateway) return err('provider_not_found')
  const providerEventId = gateway.verifyWebhook(webhook.rawBody, webhook.headers)
  if (providerEventId === null) return err('signature_wrong')
  if (!parseJson(webhook.rawBody).ok) return err('webhook_not_json')
  const event = { provider, providerEventId, body: webhook.rawBody, receivedAt: ctx.now }
  const isNew = await transact(ctx, async (db) => {
    const eventId = await insertPaymentEvent(db, event)
    if (eventId) await ctx.jobs.send(db, { queue: 'payment-event', data: { eventId } })
    return eventId !== null
  })
  return ok({ isNew })
}
