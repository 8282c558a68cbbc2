import type { Ctx } from '#shop/ctx.ts'
import type { PaymentGateways, Provider, RefundAnswer, RefundGateway } from '#shop/payment-gateway.ts'
import { countAttempt, findUnfinished, type UnfinishedRefund } from '#shop/payments/refunds.sql.ts'
import { finishRefund } from '#shop/payments/request-refund.flow.ts'

/**
 * Sends a refund to the provider, once: from the second attempt on it first asks about the earlier one, whose answer
 * may have been lost. Throws ProviderUnreachable; the job tries again.
 */
export async function sendRefund(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await findUnfinished(ctx.db, refundId)
  if (!refund) return
  const gateway = gatewayOf(ctx.payments, refund.provider)
  const answer = gateway ? await ask(ctx, gateway, refund) : withoutGateway(refund.provider)
  await ctx.db.transaction().execute((db) => finishRefund(db, ctx.jobs, { refundId, answer, now: ctx.now }))
}

/** A real shop has no sandbox: payments made there earlier brought no money to refund. */
function withoutGateway(provider: Provider): RefundAnswer {
  if (provider !== 'sandbox') return { outcome: 'by_hand' }
  return { outcome: 'refused', reason: 'It was a test payment: no money came in, so none goes back' }
}

async function ask(ctx: Ctx, gateway: RefundGateway, refund: UnfinishedRefund): Promise<RefundAnswer> {
  const { id, providerPaymentId, amount, attempts } = refund
  const known = attempts > 0 ? await gateway.refundsOf(providerPaymentId) : []
  const earlier = known.find((one) => one.key === id)
  if (earlier?.status === 'done') return { outcome: 'accepted', providerRefundId: earlier.id }
  if (earlier) return { outcome: 'refused', reason: earlier.reason ?? 'The provider could not pay it out' }
  await countAttempt(ctx.db, id)
  return gateway.refund({ providerPaymentId, amount, key: id })
}

function gatewayOf(gateways: PaymentGateways, provider: Provider): RefundGateway | null {
  return provider === 'cod' ? gateways.cash : gateways.find(provider)
}
