import type { Ctx, Db } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { cashProblem } from '#shop/orders/limits.ts'
import { canBePaid } from '#shop/orders/order.ts'
import { isPaymentProof } from '#shop/orders/order-paths.ts'
import { readOrderHistory } from '#shop/orders/orders.read.ts'
import { changeToCash, customerOf, insertEvent, lockOrder } from '#shop/orders/orders.sql.ts'
import { type CardGateway, isUnreachable, type ProviderPayment } from '#shop/payment-gateway.ts'
import { isConfirming, nextCheck, unpaidState } from '#shop/payments/intent.ts'
import { changeIntent, saveProviderOrderId } from '#shop/payments/intents.sql.ts'
import { isOffered } from '#shop/payments/payment.ts'
import { roundForMethod } from '#shop/pricing/quote.ts'
import { findIntent, type IntentWithOrder } from '#shop/settlement/intents.sql.ts'
import { getPayments, reconcilePayment } from '#shop/settlement/reconcile-payment.flow.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

export type OpenPayment = {
  intentId: string
  orderId: string
  gateway: CardGateway
  providerOrderId: string
  amount: Money
  /** Null if there was no attempt, or for an unknown reason. */
  failureReason: string | null
  holdUntil: Date
}

/** `proof`: the proof of a payment link, which any browser may open. */
type PaymentRequest = { orderId: string; amount?: number | undefined; proof?: string | null | undefined }

/** Returns the order's customer if the actor is this customer or has the payment link. */
export async function findPayer(ctx: Ctx, { orderId, proof }: PaymentRequest) {
  const hasLink = Boolean(proof) && isPaymentProof(ctx.links, orderId, proof ?? '')
  if (ctx.actor.kind === 'visitor' && !hasLink) return err('signed_out')
  const owner = isUuid(orderId) ? await customerOf(ctx.db, orderId) : null
  return owner && (hasLink || isSelf(ctx.actor, owner)) ? ok(owner) : err('order_not_found')
}

/** Opens a payment, or returns the open one. `amount`, if given, must be the amount due. */
export async function openPayment(ctx: Ctx, request: PaymentRequest) {
  const { orderId, amount } = request
  const payer = await findPayer(ctx, request)
  if (!payer.ok) return payer
  const intent = await findIntent(ctx.db, { orderId })
  if (!intent || !canBePaid(intent.order)) return err('not_payable')
  // An order that staff reopened can be paid without a time limit.
  const state = intent.status === 'released' ? 'open' : unpaidState(intent, ctx.now)
  if (state === 'confirming') return err('payment_confirming')
  if (state !== 'open') return err('not_payable')
  if (amount !== undefined && amount !== intent.amount) return err('amount_differs')
  const gateway = ctx.payments.find(intent.provider)
  if (!gateway) return err('payment_method_unavailable')
  const providerOrderId = await ensureOrder(ctx, gateway, intent)
  if (!providerOrderId) return err('provider_away')
  return ok(toOpenPayment(intent, gateway, providerOrderId))
}

/** Returns the order's current payment if it was opened at the provider, in any state. */
export async function findPayment(ctx: Ctx, orderId: string) {
  const payer = await findPayer(ctx, { orderId })
  if (!payer.ok) return payer
  const intent = await findIntent(ctx.db, { orderId })
  const gateway = intent && ctx.payments.find(intent.provider)
  if (!intent?.providerOrderId || !gateway) return err('not_payable')
  return ok(toOpenPayment(intent, gateway, intent.providerOrderId))
}

function toOpenPayment(intent: IntentWithOrder, gateway: CardGateway, providerOrderId: string): OpenPayment {
  const { id: intentId, orderId, amount, failureReason, holdUntil } = intent
  return { intentId, orderId, gateway, providerOrderId, amount, failureReason, holdUntil }
}

/**
 * Returns the id of the provider's order, creating it if needed. Null if the provider is unreachable. If a response is
 * lost, the order that the provider created is never used.
 */
async function ensureOrder(ctx: Ctx, gateway: CardGateway, intent: IntentWithOrder): Promise<string | null> {
  if (intent.providerOrderId) return intent.providerOrderId
  try {
    const providerOrderId = await gateway.createOrder({ receipt: intent.id, amount: intent.amount })
    return await saveProviderOrderId(ctx.db, intent.id, providerOrderId)
  } catch (error) {
    if (isUnreachable(error)) return null
    throw error
  }
}

/** Changes an unpaid order to cash. A later card payment is refunded, because the courier may already collect cash. */
export async function payInCash(ctx: Ctx, orderId: string) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const owner = isUuid(orderId) ? await customerOf(ctx.db, orderId) : null
  if (!owner || !isSelf(actor, owner)) return err('order_not_found')
  if (!isOffered('cod', ctx.payments)) return err('payment_method_unavailable')
  const intent = await findIntent(ctx.db, { orderId })
  if (intent?.status === 'open') await syncPayments(ctx, intent)
  return inTransaction(ctx, (db) => changeToCashLocked(ctx, db, actor, orderId))
}

/** Applies the payments that the provider has. If the provider is unreachable, a payment found later is refunded. */
async function syncPayments(ctx: Ctx, intent: IntentWithOrder): Promise<void> {
  const payments = await getPayments(ctx, intent)
  if (!payments) return
  const work = { jobs: ctx.jobs, now: ctx.now }
  await transact(ctx, (db) => reconcilePayment({ ...work, db }, { id: intent.id }, payments))
}

/** Locks the order, then the customer, in the same sequence as `transitionOrder`. */
async function changeToCashLocked({ config, jobs, now }: Ctx, db: Db, actor: Person, orderId: string) {
  const order = await lockOrder(db, orderId)
  if (!order) return err('order_not_found')
  if (order.paymentMethod === 'cod' && order.status !== 'cancelled') return ok(null)
  const intent = await findIntent(db, { orderId })
  const state = intent && unpaidState(intent, now)
  if (state === 'confirming') return err('payment_confirming')
  if (!intent || state !== 'open' || order.advance > 0) return err('not_payable')
  if (!(await lockCustomer(db, actor.id))) return err('signed_out')
  const charged = roundForMethod('cod', order, config)
  const problem = cashProblem(charged.total, config.orderLimits, await readOrderHistory(db, actor))
  if (problem) return { ...err('cash_limit'), message: problem }
  if (!(await changeToCash(db, orderId, charged, now))) return err('not_payable')
  const values = { status: 'released', failureReason: null } as const
  await changeIntent(db, intent.id, { ...values, nextCheckAt: nextCheck({ ...intent, ...values }, now) }, now)
  const entry = { orderId, kind: 'cash_chosen', actorId: actor.id, note: null, createdAt: now } as const
  await insertEvent(db, { ...entry, fromStatus: 'pending', toStatus: 'pending' })
  await jobs.send(db, { queue: 'order-confirmation', data: { orderId } })
  return ok(null)
}

/**
 * `confirming`: the outcome is unknown. `over`: the order is cancelled or paid in cash; later payments are refunded.
 */
export type VerifiedPayment = { orderId: string; outcome: 'paid' | 'open' | 'confirming' | 'over' }

/** `proof`: null when the browser returned without one. */
type SubmittedProof = { orderId: string; proof: { paymentId: string; signature: string } | null }

/** Reads the outcome from the provider. The signature only proves that the browser comes from the provider's page. */
export async function verifyPayment(ctx: Ctx, { orderId, proof }: SubmittedProof) {
  const intent = isUuid(orderId) ? await findIntent(ctx.db, { orderId }) : null
  const gateway = intent && ctx.payments.find(intent.provider)
  if (!intent || !gateway) return err('order_not_found')
  const { providerOrderId } = intent
  if (proof && !(providerOrderId && gateway.verifyProof({ providerOrderId, ...proof })))
    return err('proof_wrong')
  const payments = await fetchOrScheduleCheck(ctx, intent)
  const isFailed = payments?.some(({ id, status }) => id === proof?.paymentId && status === 'failed')
  const isAttempted = payments?.some(isUnderWay) || (proof !== null && !isFailed)
  return transact(ctx, async (db) => {
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const after = (await reconcilePayment(work, { id: intent.id }, payments ?? [])) ?? intent
    const isWaiting = isAttempted && after.status === 'open' && canBePaid(after.order)
    if (isWaiting && !isConfirming(after, ctx.now))
      await changeIntent(db, intent.id, { confirmingSince: ctx.now }, ctx.now)
    if (payments) return outcomeOf(after, isAttempted)
    return ok<VerifiedPayment>({ orderId, outcome: isAttempted ? 'confirming' : 'open' })
  })
}

function outcomeOf({ orderId, order, failureReason }: IntentWithOrder, isAttempted: boolean) {
  if (canBePaid(order)) {
    if (!isAttempted && failureReason) return err('payment_failed', { why: failureReason })
    return ok<VerifiedPayment>({ orderId, outcome: isAttempted ? 'confirming' : 'open' })
  }
  const isPaid = order.paymentStatus === 'paid' && order.status !== 'cancelled'
  return ok<VerifiedPayment>({ orderId, outcome: isPaid ? 'paid' : 'over' })
}

function isUnderWay({ status }: ProviderPayment): boolean {
  return status === 'pending' || status === 'authorized'
}

/** Returns null if the provider is unreachable, and makes the next check due at once. */
async function fetchOrScheduleCheck(ctx: Ctx, intent: IntentWithOrder): Promise<ProviderPayment[] | null> {
  const payments = await getPayments(ctx, intent)
  if (!payments && intent.status !== 'paid')
    await changeIntent(ctx.db, intent.id, { nextCheckAt: ctx.now }, ctx.now)
  return payments
}
