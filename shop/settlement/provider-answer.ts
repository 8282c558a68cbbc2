import type { CardGateway, ProviderPayment } from '#shop/payment-gateway.ts'

/**
 * All attempts to pay an order, with the money that banks have only set aside taken on the way. Throws
 * ProviderUnreachable.
 */
export async function paymentsAtProvider(
  gateway: CardGateway,
  providerOrderId: string | null,
): Promise<ProviderPayment[]> {
  if (!providerOrderId) return []
  const payments = await gateway.paymentsOf(providerOrderId)
  // One is enough: a second would only have to be given back.
  const isPaid = payments.some(({ status }) => status === 'captured')
  const authorized = isPaid ? undefined : payments.find(({ status }) => status === 'authorized')
  if (!authorized) return payments
  const taken = await gateway.capture(authorized)
  return payments.map((payment) => (payment.id === taken.id ? taken : payment))
}
