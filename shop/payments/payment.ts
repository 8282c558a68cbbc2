import type { Money } from '#shop/kernel/money.ts'
import type { CardProvider, DisputeStatus, PaymentGateways } from '#shop/payment-gateway.ts'

export const PAYMENT_METHODS = ['card', 'cod'] as const

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** collected: the courier has the cash of a delivered order. */
export const PAYMENT_STATUSES = ['pending', 'collected', 'paid', 'failed', 'refunded'] as const

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Couriers transfer the cash of an order within this many days of its delivery. */
export const MAX_CASH_DAYS = 7

export const PAYMENT_METHOD_NAMES: Record<PaymentMethod, string> = { card: 'Card', cod: 'Cash on Delivery' }

/** written_off: the courier never paid the cash of a paid order. Only staff see this. */
export type StaffPaymentStatus = PaymentStatus | 'written_off'

export const PAYMENT_STATUS_NAMES: Record<StaffPaymentStatus, string> = {
  pending: 'Pending',
  collected: 'With the courier',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  written_off: 'Written off',
}

/** `provider`: 'written_off' for cash that never came in. `reference`: the provider's id, null for cash. */
export type CapturedPayment = {
  id: string
  provider: string
  amount: Money
  reference: string | null
  /** Null while the courier still has the cash. */
  capturedAt: Date | null
  disputeStatus: DisputeStatus | null
  disputeRespondBy: Date | null
}

export type OfferedMethod = { method: PaymentMethod; hint: string }

const CARD_HINTS: Record<CardProvider, string> = {
  razorpay: 'You pay on the secure page of Razorpay. We never see your card.',
  sandbox: 'A test payment on our sandbox page: no money moves.',
}

/** Lists the offered methods in display order. */
export function offeredMethods({ card, takesCash }: PaymentGateways): OfferedMethod[] {
  return [
    ...(card ? [{ method: 'card', hint: CARD_HINTS[card.provider] } as const] : []),
    ...(takesCash ? [{ method: 'cod', hint: 'You pay in cash when the parcel arrives.' } as const] : []),
  ]
}

export function isOffered(method: PaymentMethod, payments: PaymentGateways): boolean {
  return offeredMethods(payments).some((offered) => offered.method === method)
}
