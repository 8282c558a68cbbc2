import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { canBePaid } from '#shop/orders/order.ts'
import { ownerOf } from '#shop/orders/orders.sql.ts'
import { type CardGateway, isUnreachable } from '#shop/payment-gateway.ts'
import { unpaidState } from '#shop/payments/intent.ts'
import { saveProviderOrderId } from '#shop/payments/intents.sql.ts'
import { findIntent, type IntentWithOrder } from '#shop/settlement/intents.sql.ts'

export type OpenPayment = {
  intentId: string
  orderId: string
  gateway: CardGateway
  providerOrderId: string
  amount: Money
  /** Null without an attempt or for an unknown reason. */
  failureReason: string | null
  holdUntil: Date
}

/** Opens the customer's card payment, or reuses the open one. `amount`: must be the order's total. */
export async function openPayment(
  ctx: Ctx,
  { orderId, amount }: { orderId: string; amount?: number | undefined },
) {
  if (ctx.actor.kind === 'visitor') return err('signed_out')
  const owner = isUuid(orderId) ? await ownerOf(ctx.db, orderId) : null
  if (!owner || !isSelf(ctx.actor, owner)) return err('order_not_found')
  const intent = await findIntent(ctx.db, { orderId })
  if (!intent || !canBePaid(intent.order)) return err('not_payable')
  // An order that staff reopened has no time to pay.
  const state = intent.status === 'released' ? 'open' : unpaidState(intent, ctx.now)
  if (state === 'confirming') return err('payment_confirming')
  if (state !== 'open') return err('not_payable')
  if (amount !== undefined && amount !== intent.amount) return err('amount_differs')
  const gateway = ctx.payments.find(intent.provider)
  if (!gateway) return err('payment_method_unavailable')
  const providerOrderId = await atProvider(ctx, gateway, intent)
  if (!providerOrderId) return err('provider_away')
  const { id: intentId, failureReason, holdUntil } = intent
  return ok<OpenPayment>({
    intentId,
    orderId,
    gateway,
    providerOrderId,
    amount: intent.amount,
    failureReason,
    holdUntil,
  })
}

/** Null when the provider is unreachable. An order whose answer was lost is never used. */
async function atProvider(ctx: Ctx, gateway: CardGateway, intent: IntentWithOrder): Promise<string | null> {
  if (intent.providerOrderId) return intent.providerOrderId
  try {
    const made = await gateway.createOrder({ receipt: intent.id, amount: intent.amount })
    return await saveProviderOrderId(ctx.db, intent.id, made)
  } catch (error) {
    if (isUnreachable(error)) return null
    throw error
  }
}
