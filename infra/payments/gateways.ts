import { cash } from '#infra/payments/cash.ts'
import type { CardGateway, PaymentGateways } from '#shop/payment-gateway.ts'

/**
 * The ways to pay. With a provider's keys it takes the cards; a demonstration without them has a sandbox that acts it
 * out. `sandbox` is null in a real shop: what it may have taken there once is paid by nobody and refunded by nobody.
 */
export function paymentGateways(options: {
  sandbox: CardGateway | null
  razorpay: CardGateway | null
  takesCards: boolean
  takesCash: boolean
}): PaymentGateways {
  const { sandbox, razorpay, takesCards, takesCash } = options
  return {
    card: takesCards ? (razorpay ?? sandbox) : null,
    find: (provider) => ({ sandbox, razorpay })[provider],
    cash,
    takesCash,
  }
}
