import type { CardGateway, ProviderPayment } from '#shop/payment-gateway.ts'

/** All attempts to pay an order, after capturing one that is only authorised. Throws ProviderUnreachable. */
export async function fetchPayments(
  gateway: CardGateway,
  providerOrderId: string | null,
): Promise<ProviderPayment[]> {
  if (!providerOrderId) return []
  const payments = await gateway.paymentsOf(providerOrderId)
  // A second capture would have to be refunded.
  const isPaid = payments.some(({ status }) => status === 'captured')
  const authorized = isPaid ? undefined : payments.find(({ status }) => status === 'authorized')
  if (!authorized) return payments
  const taken = await gateway.capture(authorized)
  return payments.map((payment) => (payment.id === taken.id ? taken : payment))
}
