import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { canBePaid } from '#shop/orders/order.ts'
import type { ProviderPayment } from '#shop/payment-gateway.ts'
import { isConfirming } from '#shop/payments/intent.ts'
import { changeIntent } from '#shop/payments/intents.sql.ts'
import { findIntent, type IntentWithOrder } from '#shop/settlement/intents.sql.ts'
import { askProvider, reconcilePayment } from '#shop/settlement/reconcile-payment.flow.ts'
import { transact } from '#shop/transaction.ts'

/** `confirming`: unknown result, an email follows. `over`: cancelled or paid in cash. */
export type VerifiedPayment = { orderId: string; outcome: 'paid' | 'open' | 'confirming' | 'over' }

export type SubmittedProof = {
  orderId: string
  /** Null when the browser returned without one. */
  proof: { paymentId: string; signature: string } | null
}

/** The browser's signature only proves its origin; the result is read from the provider. */
export async function verifyPayment(ctx: Ctx, { orderId, proof }: SubmittedProof) {
  const intent = isUuid(orderId) ? await findIntent(ctx.db, { orderId }) : null
  const gateway = intent && ctx.payments.find(intent.provider)
  if (!intent || !gateway) return err('order_not_found')
  const { providerOrderId } = intent
  if (proof && !(providerOrderId && gateway.verifyProof({ providerOrderId, ...proof })))
    return err('proof_wrong')
  const payments = await ask(ctx, intent)
  const isFailed = payments?.some(({ id, status }) => id === proof?.paymentId && status === 'failed')
  const isTried = payments?.some(isUnderWay) || (proof !== null && !isFailed)
  return transact(ctx, async (db) => {
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const after = (await reconcilePayment(work, { id: intent.id }, payments ?? [])) ?? intent
    const isWaiting = isTried && after.status === 'open' && canBePaid(after.order)
    if (isWaiting && !isConfirming(after, ctx.now))
      await changeIntent(db, intent.id, { confirmingSince: ctx.now }, ctx.now)
    if (payments) return outcomeOf(after, isTried)
    return ok<VerifiedPayment>({ orderId, outcome: isTried ? 'confirming' : 'open' })
  })
}

function outcomeOf({ orderId, order, failureReason }: IntentWithOrder, isTried: boolean) {
  if (canBePaid(order)) {
    if (isTried) return ok<VerifiedPayment>({ orderId, outcome: 'confirming' })
    return failureReason
      ? err('payment_failed', { why: failureReason })
      : ok<VerifiedPayment>({ orderId, outcome: 'open' })
  }
  const isPaid = order.paymentStatus === 'paid' && order.status !== 'cancelled'
  return ok<VerifiedPayment>({ orderId, outcome: isPaid ? 'paid' : 'over' })
}

function isUnderWay({ status }: ProviderPayment): boolean {
  return status === 'pending' || status === 'authorized'
}

/** Null when the provider is unreachable; the next check is then due at once. */
async function ask(ctx: Ctx, intent: IntentWithOrder): Promise<ProviderPayment[] | null> {
  const payments = await askProvider(ctx, intent)
  if (!payments && intent.status !== 'paid')
    await changeIntent(ctx.db, intent.id, { nextCheckAt: ctx.now }, ctx.now)
  return payments
}
