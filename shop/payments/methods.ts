import type { CardProvider, PaymentGateways } from '#shop/payment-gateway.ts'
import type { PaymentMethod } from '#shop/payments/payment.ts'

export type OfferedMethod = { method: PaymentMethod; hint: string }

const CARD_HINTS: Record<CardProvider, string> = {
  razorpay: 'You pay on the secure page of Razorpay. We never see your card.',
  sandbox: 'A test payment on our sandbox page: no money moves.',
}

/** In display order. */
export function offeredMethods({ card, takesCash }: PaymentGateways): OfferedMethod[] {
  return [
    ...(card ? [{ method: 'card', hint: CARD_HINTS[card.provider] } as const] : []),
    ...(takesCash ? [{ method: 'cod', hint: 'You pay in cash when the parcel arrives.' } as const] : []),
  ]
}

export function isOffered(method: PaymentMethod, payments: PaymentGateways): boolean {
  return offeredMethods(payments).some((offered) => offered.method === method)
}
