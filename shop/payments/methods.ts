import type { PaymentMethod } from '#shop/orders/order.ts'

/** The ways to pay that checkout offers, in the order in which it shows them. */
export function availablePaymentMethods(): PaymentMethod[] {
  return ['cod']
}
