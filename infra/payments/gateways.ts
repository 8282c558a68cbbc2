import { cash } from '#infra/payments/cash.ts'
import type { CardGateway, PaymentGateways } from '#shop/payments/gateway.ts'

/**
 * The ways to pay. With a provider's keys it takes the cards; without, the sandbox acts it out. What the sandbox once
 * took stays known to it.
 */
export function paymentGateways(options: {
  sandbox: CardGateway
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
