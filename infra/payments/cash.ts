import type { RefundGateway } from '#shop/payment-gateway.ts'

/** Cash on delivery: nobody to ask. What was collected at the door is given back by hand. */
export const cash: RefundGateway = {
  provider: 'cod',
  refund: async () => ({ outcome: 'by_hand' }),
  refundsOf: async () => [],
}
