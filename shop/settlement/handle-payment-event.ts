import type { Ctx } from '#shop/ctx.ts'
import { lockUnhandledEvent, markHandled } from '#shop/payments/events.sql.ts'
import { recordDispute } from '#shop/payments/payments.sql.ts'
import { applyProviderRefunds } from '#shop/payments/provider-refunds.flow.ts'
import { reconcilePayment } from '#shop/settlement/reconcile-payment.flow.ts'
import { transact } from '#shop/transaction.ts'

/** Handles a stored webhook, once. Events about another shop's orders are ignored. */
export async function handlePaymentEvent(ctx: Ctx, eventId: string): Promise<void> {
  await transact(ctx, async (db) => {
    const event = await lockUnhandledEvent(db, eventId)
    const gateway = event && ctx.payments.find(event.provider)
    if (!event || !gateway) return
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const { payments, refunds, dispute } = gateway.readWebhook(event.body)
    let known = 0
    for (const payment of payments) {
      const { provider } = event
      const { providerOrderId } = payment
      const key = { provider, providerOrderId }
      if (await reconcilePayment(work, key, [payment], { isPartial: true })) known += 1
    }
    known += await applyProviderRefunds(work, event.provider, refunds)
    if (dispute && (await recordDispute(db, event.provider, dispute))) known += 1
    await markHandled(db, eventId, known > 0 ? 'settled' : 'ignored', ctx.now)
  })
}
