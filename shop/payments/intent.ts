/** A payment intent: the provider's order that the shop expects to be paid for a card order. */
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

/**
 * `released`: not paid in time, or to be paid in cash instead. A card payment may still arrive. `held`: another amount arrived,
 * and staff decide about it.
 */
export type IntentStatus = 'open' | 'paid' | 'released' | 'held'

export type PaymentIntent = {
  id: string
  orderId: string
  provider: CardProvider
  providerOrderId: string | null
  amount: Money
  status: IntentStatus
  failureReason: string | null
  holdUntil: Date
  /** Since when a payment is under way whose outcome the provider has not reported; null: none is. */
  confirmingSince: Date | null
}

/** The parts of an open payment that pages show. */
export type OpenPaymentFacts = Pick<PaymentIntent, 'failureReason' | 'holdUntil'> & { isHeld: boolean }

/** How long the customer waits for a payment's outcome before another one is offered. */
const CONFIRMING_MS = 5 * MINUTE_MS

/** True while a payment is under way, so that neither another one nor cash nor cancelling is offered. */
export function isConfirming(
  { status, confirmingSince }: Pick<PaymentIntent, 'status' | 'confirmingSince'>,
  now: Date,
): boolean {
  return (
    status === 'open' && confirmingSince !== null && now.getTime() - confirmingSince.getTime() < CONFIRMING_MS
  )
}

/**
 * `lapsed`: the time to pay is over, and the order is released within minutes if it is not yet. `unconfirmed`: so it is,
 * but a payment was made whose outcome nobody has reported.
 */
export type UnpaidState = 'open' | 'confirming' | 'lapsed' | 'unconfirmed' | 'held'

/** What the customer of an unpaid card order can do now. */
export function unpaidState(
  intent: Pick<PaymentIntent, 'status' | 'confirmingSince' | 'holdUntil'>,
  now: Date,
): UnpaidState {
  if (intent.status === 'held') return 'held'
  if (isConfirming(intent, now)) return 'confirming'
  if (intent.status === 'open' && intent.holdUntil > now) return 'open'
  return intent.confirmingSince ? 'unconfirmed' : 'lapsed'
}

/** Milliseconds until that state ends by the clock; null when it does not. */
export function msLeft(
  intent: Pick<PaymentIntent, 'status' | 'confirmingSince' | 'holdUntil'>,
  now: Date,
): number | null {
  const { confirmingSince, holdUntil } = intent
  switch (unpaidState(intent, now)) {
    case 'confirming':
      return confirmingSince && confirmingSince.getTime() + CONFIRMING_MS - now.getTime()
    case 'open':
      return holdUntil.getTime() - now.getTime()
    case 'lapsed':
    case 'unconfirmed':
    case 'held':
      return null
  }
}

/** The notes in the order's history and email when it is released: without a payment, or with one of unknown outcome. */
export const NOT_PAID_IN_TIME = 'Payment was not completed in time.'
export const NOT_CONFIRMED_IN_TIME = 'We couldn’t confirm your payment in time.'

/** What becomes of money that the bank takes after the time to pay. */
export const IF_STILL_TAKEN =
  'If your bank still takes the money, we confirm the order if its items are still there. If not, all of it goes back to you, the way you paid: banks usually show it 5 to 7 working days later.'

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
