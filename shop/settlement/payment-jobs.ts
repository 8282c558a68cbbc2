import type { Ctx } from '#shop/ctx.ts'
import { lockUnhandledEvent, markHandled } from '#shop/payments/events.sql.ts'
import { PROVIDER_TIMEOUT_MS } from '#shop/payments/intent.ts'
import { claimDueIntents } from '#shop/payments/intents.sql.ts'
import { recordDispute } from '#shop/payments/payments.sql.ts'
import { applyProviderRefunds } from '#shop/payments/provider-refunds.flow.ts'
import { findIntent } from '#shop/settlement/intents.sql.ts'
import { getPayments, reconcilePayment, releaseExpiredHold } from '#shop/settlement/reconcile-payment.flow.ts'
import { transact } from '#shop/transaction.ts'

/** Applies the provider's payments, or releases an unpaid order. Waits longer while the provider is unreachable. */
export async function checkPayment(ctx: Ctx, intentId: string): Promise<void> {
  const intent = await findIntent(ctx.db, { id: intentId })
  if (!intent || intent.status === 'paid') return
  const payments = await getPayments(ctx, intent)
  const isPatient = ctx.now.getTime() < intent.holdUntil.getTime() + PROVIDER_TIMEOUT_MS
  // The intent stays claimed, and will be due again shortly.
  if (!payments && isPatient) return
  await transact(ctx, async (db) => {
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const after = await reconcilePayment(work, { id: intentId }, payments ?? [])
    if (after) await releaseExpiredHold(work, after)
  })
}

/** Handles a stored webhook, once. Events about another shop's orders are ignored. */
export async function handlePaymentEvent(ctx: Ctx, eventId: string): Promise<void> {
  await transact(ctx, async (db) => {
    const event = await lockUnhandledEvent(db, eventId)
    const gateway = event && ctx.payments.find(event.provider)
    if (!event || !gateway) return
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const { payments, refunds, dispute } = gateway.readWebhook(event.body)
    let matched = 0
    for (const payment of payments) {
      const key = { provider: event.provider, providerOrderId: payment.providerOrderId }
      if (await reconcilePayment(work, key, [payment], { isPartial: true })) matched += 1
    }
    matched += await applyProviderRefunds(work, event.provider, refunds)
    if (dispute && (await recordDispute(db, event.provider, dispute))) matched += 1
    await markHandled(db, eventId, matched > 0 ? 'settled' : 'ignored', ctx.now)
  })
}

/** Runs every minute, possibly in several processes. */
export async function queueDuePayments(ctx: Ctx): Promise<void> {
  await transact(ctx, async (db) => {
    for (const intentId of await claimDueIntents(db, ctx.now))
      await ctx.jobs.send(db, { queue: 'payment-check', data: { intentId } })
  })
}
