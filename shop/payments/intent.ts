/** What the shop waits for: that the provider's order of a card payment is paid. */
import type { Money } from '#shop/kernel/money.ts'
import type { MoveProblem, OrderStatus, PaymentMethod, PaymentStatus } from '#shop/orders/order.ts'
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

export type PayableOrder = { status: OrderStatus; paymentStatus: PaymentStatus; paymentMethod: PaymentMethod }

/** True while the customer may pay: a card order that stands and has not been paid. */
export function canBePaid({ status, paymentStatus, paymentMethod }: PayableOrder): boolean {
  const isUnpaid = paymentStatus === 'pending' || paymentStatus === 'failed'
  return paymentMethod === 'card' && isUnpaid && status !== 'cancelled'
}

/**
 * What money that arrived is to the order. `pays`: what was waited for. `late`: the order was released meanwhile; it
 * may stand again if its goods are there. Everything else goes back to the customer.
 */
export type CaptureMeaning = 'pays' | 'late' | 'unwanted' | 'surplus' | 'wrong_amount'

export function captureMeaning(
  intent: Pick<PaymentIntent, 'status' | 'amount'>,
  orderStatus: OrderStatus,
  amount: Money,
): CaptureMeaning {
  if (amount !== intent.amount) return 'wrong_amount'
  if (intent.status === 'paid') return 'surplus'
  if (orderStatus !== 'cancelled') return 'pays'
  return intent.status === 'released' ? 'late' : 'unwanted'
}

const LATE = 'Your payment arrived after the order had been released, and it could not be taken up again'

/** What keeps a released order from standing again when its money comes late. */
const LATE_REASONS: Record<MoveProblem, string> = {
  not_from: 'it has been changed since',
  out_of_stock: 'some of it has been sold out since',
  coupon_used_up: 'its coupon can no longer be used',
  not_first_order: 'its discount is for a first order, and you have ordered since',
  account_closed: 'the account has been closed',
  order_unpaid: 'it has been changed since',
}

/** Why money goes back, as the customer reads it. `problem`: what kept a late one's order from standing again. */
export function refundReason(
  meaning: Exclude<CaptureMeaning, 'pays'>,
  problem: MoveProblem | null = null,
): string {
  switch (meaning) {
    case 'late':
      return problem ? `${LATE}: ${LATE_REASONS[problem]}. The order stays cancelled.` : `${LATE}.`
    case 'unwanted':
      return 'Your payment arrived after the order had been cancelled.'
    case 'surplus':
      return 'The order had already been paid.'
    case 'wrong_amount':
      return 'The payment was not the amount of the order.'
  }
}

/** What a customer is told after a failed try. `reason` in the provider's words. */
export function paymentFailed(reason: string): string {
  return `Payment failed: ${reason.replace(/[.\s]+$/, '')}. You have not been charged.`
}
