/** The provider's order that the shop expects to be paid. */
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

/** `released`: not paid in time, or changed to cash. `held`: wrong amount or refunded advance; staff decide. */
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
  /** When the pending attempt began, or null. */
  confirmingSince: Date | null
}

export type OpenPaymentFacts = Pick<PaymentIntent, 'failureReason' | 'holdUntil'> & { isHeld: boolean }

/** The customer waits this long for an outcome before another payment is offered. */
const CONFIRMING_MS = 5 * MINUTE_MS

/** True while a payment is pending. Until it ends, no other payment, no cash and no cancellation is offered. */
export function isConfirming(
  { status, confirmingSince }: Pick<PaymentIntent, 'status' | 'confirmingSince'>,
  now: Date,
): boolean {
  return (
    status === 'open' && confirmingSince !== null && now.getTime() - confirmingSince.getTime() < CONFIRMING_MS
  )
}

/** `lapsed`: the time to pay is over. `unconfirmed`: it is over while the outcome of a payment is unknown. */
export type UnpaidState = 'open' | 'confirming' | 'lapsed' | 'unconfirmed' | 'held'

export function unpaidState(
  intent: Pick<PaymentIntent, 'status' | 'confirmingSince' | 'holdUntil'>,
  now: Date,
): UnpaidState {
  if (intent.status === 'held') return 'held'
  if (isConfirming(intent, now)) return 'confirming'
  if (intent.status === 'open' && intent.holdUntil > now) return 'open'
  return intent.confirmingSince ? 'unconfirmed' : 'lapsed'
}

/** Returns the milliseconds until the state 'confirming' or 'open' ends; null for other states. */
export function msLeft(intent: Pick<PaymentIntent, 'status' | 'confirmingSince' | 'holdUntil'>, now: Date) {
  const { confirmingSince, holdUntil } = intent
  switch (unpaidState(intent, now)) {
    case 'confirming':
      return confirmingSince && confirmingSince.getTime() + CONFIRMING_MS - now.getTime()
    case 'open':
      return holdUntil.getTime() - now.getTime()
    default:
      return null
  }
}

/** Notes in history and email of a released order. */
export const NOT_PAID_IN_TIME = 'Payment was not completed in time.'
export const NOT_CONFIRMED_IN_TIME = 'We couldn’t confirm your payment in time.'

/** Added to a note, because the bank may still take the money after the time to pay. */
export const IF_STILL_TAKEN =
  'If your bank still takes the money, we confirm the order if its items are still there. If not, all of it goes back to you, the way you paid: banks usually show it 5 to 7 working days later.'

/** The life of a payment link, in minutes. */
export const PAYMENT_LINK_MINUTES = 24 * 60

export function holdUntil(placedAt: Date, minutes: number): Date {
  return new Date(placedAt.getTime() + minutes * MINUTE_MS)
}

/** Extends the hold while the provider is unreachable. */
export const PROVIDER_TIMEOUT_MS = 15 * MINUTE_MS

/** In hours after the end of the hold. Banks confirm some payments days later. */
const LATER_HOURS = [1, 6, 24, 48, 72, 96, 120]

/** Returns the next check at the provider; null if no payment can arrive any more. */
export function nextCheck(intent: Pick<PaymentIntent, 'status' | 'holdUntil'>, now: Date): Date | null {
  if (intent.status === 'paid') return null
  const hold = intent.holdUntil.getTime()
  const times = [0, ...LATER_HOURS].map((hours) => hold + hours * HOUR_MS)
  const next = times.find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** `reason`: the provider's text. */
export function paymentFailed(reason: string): string {
  return `Payment failed: ${reason.replace(/[.\s]+$/, '')}. You have not been charged.`
}
