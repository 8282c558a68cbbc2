import type { Money } from '#shop/kernel/money.ts'
import type { DisputeStatus } from '#shop/payment-gateway.ts'

export const PAYMENT_METHODS = ['card', 'cod'] as const

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_METHOD_NAMES: Record<PaymentMethod, string> = { card: 'Card', cod: 'Cash on Delivery' }

export const PAYMENT_STATUS_NAMES: Record<PaymentStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
}

/** `reference`: the provider's id, null for cash. */
export type CapturedPayment = {
  id: string
  provider: string
  amount: Money
  reference: string | null
  capturedAt: Date
  disputeStatus: DisputeStatus | null
  disputeRespondBy: Date | null
}
