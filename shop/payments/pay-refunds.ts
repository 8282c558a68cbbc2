import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import {
  isUnreachable,
  type PaymentGateways,
  type Provider,
  type RefundAnswer,
  type RefundGateway,
} from '#shop/payment-gateway.ts'
import { applyProviderRefunds } from '#shop/payments/provider-refunds.flow.ts'
import {
  countAttempt,
  findRefundToPay,
  findUnfinished,
  type UnfinishedRefund,
} from '#shop/payments/refunds.sql.ts'
import { finishRefund, markPaidManually } from '#shop/payments/request-refund.flow.ts'
import { mustConfirm } from '#shop/payments/second-person.flow.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/**
 * Sends a refund to the provider. A retry first looks up the earlier request, whose response may have been lost.
 * Throws ProviderUnreachable.
 */
export async function sendRefund(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await findUnfinished(ctx.db, refundId)
  if (!refund) return
  const gateway = gatewayOf(ctx.payments, refund.provider)
  const answer = gateway ? await requestOnce(ctx, gateway, refund) : withoutGateway(refund.provider)
  // The provider may have refused the refund because staff had already refunded the money there.
  const providerRefunds =
    gateway && answer.outcome === 'refused' ? await gateway.refundsOf(refund.providerPaymentId) : []
  await transact(ctx, async (db) => {
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    await applyProviderRefunds(work, refund.provider, providerRefunds)
    const current = await findUnfinished(db, refundId)
    if (current && current.amount < refund.amount)
      return ctx.jobs.send(db, { queue: 'refund', data: { refundId } })
    await finishRefund(db, ctx.jobs, { refundId, answer, now: ctx.now })
  })
}

/**
 * Answers for a provider that is not configured. A real shop has no sandbox: test payments brought no money to refund.
 */
function withoutGateway(provider: Provider): RefundAnswer {
  if (provider !== 'sandbox')
    return { outcome: 'by_hand', reason: 'The shop no longer uses this payment provider' }
  return { outcome: 'refused', reason: 'It was a test payment: no money came in, so none goes back' }
}

async function requestOnce(
  ctx: Ctx,
  gateway: RefundGateway,
  refund: UnfinishedRefund,
): Promise<RefundAnswer> {
  const { id, providerPaymentId, amount, attempts } = refund
  const providerRefunds = attempts > 0 ? await gateway.refundsOf(providerPaymentId) : []
  const earlier = providerRefunds.find(({ key }) => key === id)
  if (earlier?.status === 'done') return { outcome: 'accepted', providerRefundId: earlier.id }
  if (earlier) return { outcome: 'refused', reason: earlier.reason ?? 'The provider could not pay it out' }
  await countAttempt(ctx.db, id)
  return gateway.refund({ providerPaymentId, amount, key: id })
}

function gatewayOf(gateways: PaymentGateways, provider: Provider): RefundGateway | null {
  return provider === 'cod' ? gateways.cash : gateways.find(provider)
}

/** Applies the refunds that the provider reports for the payment. Returns false if the provider is unreachable. */
async function syncProviderRefunds(ctx: Ctx, refundId: string): Promise<boolean> {
  const refund = isUuid(refundId) ? await findRefundToPay(ctx.db, refundId) : null
  const gateway = refund && gatewayOf(ctx.payments, refund.provider)
  if (!gateway) return true
  try {
    const providerRefunds = await gateway.refundsOf(refund.providerPaymentId)
    await transact(ctx, (db) =>
      applyProviderRefunds({ db, jobs: ctx.jobs, now: ctx.now }, refund.provider, providerRefunds),
    )
    return true
  } catch (error) {
    if (isUnreachable(error)) return false
    throw error
  }
}

/**
 * Records that staff paid a refund by hand: a cash refund, or a refund that the provider refused and has not made
 * since. `reference`: of the transfer.
 */
export async function payRefundManually(
  ctx: Ctx,
  { refundId, reference }: { refundId: string; reference: string },
) {
  const { actor, jobs, now } = ctx
  if (!may(actor, 'refunds')) return err('not_allowed')
  if (!(await syncProviderRefunds(ctx, refundId))) return err('provider_away')
  return inTransaction(ctx, async (db) => {
    const refund = isUuid(refundId) ? await markPaidManually(db, jobs, { refundId, reference, now }) : null
    if (!refund) return err('nothing_to_pay')
    if (await mustConfirm(ctx, db, refund.amount)) return err('factor_stale')
    const earlier = { refund: refundId, status: refund.from, reference: null }
    const after = { ...earlier, status: 'done', reference }
    await recordAction(db, ctx, 'refund paid by hand', 'order', refund.orderId, earlier, after)
    return ok(null)
  })
}
