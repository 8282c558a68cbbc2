import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'
import { messageOf } from '#shop/webhooks/event.ts'
import { isGone, isReceived, nextTryAfter, type WebhookSender } from '#shop/webhooks/webhook.ts'
import {
  beginDelivery,
  claimDueEndpoints,
  pauseEndpoint,
  storeAnswer,
  updateEndpoint,
} from '#shop/webhooks/webhooks.sql.ts'

/** Queues a job for each endpoint with due deliveries. Every process runs it every few seconds. */
export async function queueDueWebhooks(ctx: Pick<Ctx, 'db' | 'now' | 'jobs'>): Promise<void> {
  await transact(ctx, async (db) => {
    for (const endpointId of await claimDueEndpoints(db, ctx.now))
      await ctx.jobs.send(db, { queue: 'webhooks', data: { endpointId } })
  })
}

/** Limits how long one endpoint occupies a worker of the queue. */
const MAX_PER_JOB = 100

type DeliveryCtx = Pick<Ctx, 'db' | 'now'>

/** Sends the due deliveries of an endpoint, oldest first, until one fails. */
export async function deliverDue(ctxNow: () => DeliveryCtx, sender: WebhookSender, id: string) {
  for (let count = 0; count < MAX_PER_JOB; count += 1) {
    const outcome = await deliverNext(ctxNow(), sender, id)
    if (outcome === 'failed') return
    if (outcome === 'none') break
  }
  await updateEndpoint(ctxNow().db, id, { busyUntil: null })
}

/** Sends the next delivery. If the process dies here, the same event is due again when the claim has ended. */
async function deliverNext({ db: outside, now }: DeliveryCtx, sender: WebhookSender, endpointId: string) {
  const delivery = await transact({ db: outside }, (db) => beginDelivery(db, endpointId, now))
  if (!delivery) return 'none'
  const { url, signingSecret: secret, eventId } = delivery
  const answer = secret
    ? await sender.send({ url, secret, id: eventId, body: messageOf(delivery), now })
    : { status: null, text: 'Not sent: the secret can’t be decrypted. Please change it' }
  const lastAnswer = answer.text
  return transact({ db: outside }, async (db) => {
    if (isReceived(answer)) {
      await storeAnswer(db, delivery, { lastAnswer, nextTryAt: null, deliveredAt: now })
      await updateEndpoint(db, endpointId, { failingSince: null })
      return 'delivered'
    }
    const nextTryAt = nextTryAfter(delivery.attempts, now)
    await storeAnswer(db, delivery, { lastAnswer, nextTryAt, deliveredAt: null })
    const failingSince = await pauseEndpoint(db, endpointId, now)
    if (failingSince && isGone(answer, failingSince, now)) {
      await updateEndpoint(db, endpointId, { isActive: false })
      // This entry makes the program email the owners (shop/audit/alert.ts).
      await recordChange(db, {
        ...{ actorId: null, action: 'webhook stopped', entity: 'webhook', entityId: endpointId, now },
        ...{ before: { isActive: true }, after: { isActive: false, host: new URL(url).host } },
      })
    }
    return 'failed'
  })
}
