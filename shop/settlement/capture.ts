import type { Money } from '#shop/kernel/money.ts'
import type { MoveProblem, OrderStatus } from '#shop/orders/order.ts'
import type { PaymentIntent } from '#shop/payments/intent.ts'

/**
 * How a captured payment affects its order. `pays`: the expected payment. `late`: the order was released meanwhile, and
 * may be reopened if its stock is available. Everything else is refunded.
 */
export type CaptureKind = 'pays' | 'late' | 'unwanted' | 'surplus' | 'wrong_amount'

export function classifyCapture(
  intent: Pick<PaymentIntent, 'status' | 'amount'>,
  orderStatus: OrderStatus,
  amount: Money,
): CaptureKind {
  if (amount !== intent.amount) return 'wrong_amount'
  if (intent.status === 'paid') return 'surplus'
  if (orderStatus !== 'cancelled') return 'pays'
  return intent.status === 'released' ? 'late' : 'unwanted'
}

const LATE = 'Your payment arrived after the order had been released, and it could not be taken up again'

/** Why a released order cannot be reopened when its payment arrives late. */
const LATE_REASONS: Record<MoveProblem, string> = {
  not_from: 'it has been changed since',
  out_of_stock: 'some of it has been sold out since',
  coupon_used_up: 'its coupon can no longer be used',
  not_first_order: 'its discount is for a first order, and you have ordered since',
  account_closed: 'the account has been closed',
  order_unpaid: 'it has been changed since',
}

/** The customer's text for a refunded payment. `problem`: why the order of a late payment was not reopened. */
export function refundReason(
  meaning: Exclude<CaptureKind, 'pays'>,
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
