/** A payment intent: the provider's order that the shop expects to be paid for a card order. */
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

/** `released`: not paid in time, and the stock is on sale again. The payment may still arrive. */
export type IntentStatus = 'open' | 'paid' | 'released'

export type PaymentIntent = {
  id: string
  orderId: string
  provider: CardProvider
  providerOrderId: string | null
  amount: Money
  status: IntentStatus
  failureReason: string | null
  holdUntil: Date
}

/** The parts of an open payment that pages show. */
export type OpenPaymentFacts = Pick<PaymentIntent, 'failureReason' | 'holdUntil'>

/** The note in the order's history and email when it is released. */
export const NOT_PAID_IN_TIME = 'Payment was not completed in time'

/** When an unpaid card order is released. */
export function holdUntil(placedAt: Date, minutes: number): Date {
  return new Date(placedAt.getTime() + minutes * MINUTE_MS)
}

/** While the provider is unreachable, an order is held this much longer before it is released. */
export const PROVIDER_TIMEOUT_MS = 15 * MINUTE_MS

/** Hours after the hold at which the provider is asked again: banks confirm some payments days later. */
const LATER_HOURS = [1, 6, 24, 48, 72, 96, 120]

/** The time of the next check at the provider; null when no payment can arrive any more. */
export function nextCheck(intent: Pick<PaymentIntent, 'status' | 'holdUntil'>, now: Date): Date | null {
  if (intent.status === 'paid') return null
  const hold = intent.holdUntil.getTime()
  const times = [0, ...LATER_HOURS].map((hours) => hold + hours * HOUR_MS)
  const next = times.find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** The customer's message after a failed attempt. `reason`: the provider's text. */
export function paymentFailed(reason: string): string {
  return `Payment failed: ${reason.replace(/[.\s]+$/, '')}. You have not been charged.`
}
