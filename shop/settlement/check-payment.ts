import type { Ctx } from '#shop/ctx.ts'
import { isUnreachable, type ProviderPayment } from '#shop/payment-gateway.ts'
import { PROVIDER_TIMEOUT_MS } from '#shop/payments/intent.ts'
import { findIntent, type IntentWithOrder } from '#shop/settlement/intents.sql.ts'
import { paymentsAtProvider } from '#shop/settlement/provider-answer.ts'
import { releaseExpiredHold, settlePayment } from '#shop/settlement/settle-payment.flow.ts'

/**
 * Asks the provider what became of a payment, and lets the order go when its time is over without one. While the
 * provider cannot be asked the order waits a little longer; after that it is released, and money that arrives all the
 * same is dealt with then.
 */
export async function checkPayment(ctx: Ctx, intentId: string): Promise<void> {
  const intent = await findIntent(ctx.db, { id: intentId })
  if (!intent || intent.status === 'paid') return
  const payments = await ask(ctx, intent)
  const isPatient = ctx.now.getTime() < intent.holdUntil.getTime() + PROVIDER_TIMEOUT_MS
  // Left as it was claimed: it falls due again shortly.
  if (!payments && isPatient) return
  await ctx.db.transaction().execute(async (db) => {
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const after = await settlePayment(work, { id: intentId }, payments ?? [])
    if (after) await releaseExpiredHold(work, after)
  })
}

/** Null when the provider cannot be asked. */
async function ask(
  ctx: Ctx,
  { provider, providerOrderId }: IntentWithOrder,
): Promise<ProviderPayment[] | null> {
  const gateway = ctx.payments.find(provider)
  if (!gateway) return null
  try {
    return await paymentsAtProvider(gateway, providerOrderId)
  } catch (error) {
    if (isUnreachable(error)) return null
    throw error
  }
}
