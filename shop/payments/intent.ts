/** What the shop waits for: that the provider's order of a card payment is paid. */
import type { Money } from '#shop/kernel/money.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

/** `released`: not paid in time, the goods are on sale again. Money may still arrive. */
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

/** What screens show of a payment that is waited for. */
export type OpenPaymentFacts = Pick<PaymentIntent, 'failureReason' | 'holdUntil'>

/** The note in the order's history, and in the mail, when it is released. */
export const NOT_PAID_IN_TIME = 'Payment was not completed in time'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function holdUntil(placedAt: Date, minutes: number): Date {
  return new Date(placedAt.getTime() + minutes * MINUTE_MS)
}

/** While the provider cannot be asked, an order waits this much longer before it is released without an answer. */
export const PROVIDER_TIMEOUT_MS = 15 * MINUTE_MS

/** Hours after the hold at which the provider is asked again: banks confirm some payments days later. */
const LATER_HOURS = [1, 6, 24, 48, 72, 96, 120]

/** When the provider is to be asked next; null when nothing more can come. */
export function nextCheck(intent: Pick<PaymentIntent, 'status' | 'holdUntil'>, now: Date): Date | null {
  if (intent.status === 'paid') return null
  const hold = intent.holdUntil.getTime()
  const times = [0, ...LATER_HOURS].map((hours) => hold + hours * HOUR_MS)
  const next = times.find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** What a customer is told after a failed try. `reason` in the provider's words. */
export function paymentFailed(reason: string): string {
  return `Payment failed: ${reason.replace(/[.\s]+$/, '')}. You have not been charged.`
}
