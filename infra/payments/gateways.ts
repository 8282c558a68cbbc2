import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CardGateway, PaymentGateways, RefundGateway } from '#shop/payment-gateway.ts'

/** `sandbox` is null in a real shop, so earlier test payments can be neither paid nor refunded there. */
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

/** Cash on delivery has no provider: an admin refunds it manually. */
const cash: RefundGateway = {
  provider: 'cod',
  refund: async () => ({ outcome: 'by_hand', reason: null }),
  refundsOf: async () => [],
}

/** HMAC-SHA256 in hex, as payment providers sign. */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** True if the signature fits the text. Compares in constant time. */
export function isSigned(secret: string, text: string, signature: string): boolean {
  const [expected, actual] = [Buffer.from(sign(secret, text)), Buffer.from(signature)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
