import { formatPrice, type Money, rupees } from '#shop/kernel/money.ts'

export const CARD_PROVIDERS = ['sandbox', 'razorpay'] as const
export type CardProvider = (typeof CARD_PROVIDERS)[number]
export type Provider = CardProvider | 'cod'

const CARD_MINIMUM = rupees(1)
export const BELOW_CARD_MINIMUM = `Card payments start at ${formatPrice(CARD_MINIMUM)}. Choose another payment method, or add something to your order.`

/** True if the total is too low for a card payment. A total of 0 needs no provider. */
export function isBelowCardMinimum(total: Money): boolean {
  return total > 0 && total < CARD_MINIMUM
}

/** The request may have succeeded: query its outcome later, before anything else. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** Compares the name, because bundled pages contain another copy of the class. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && error.name === 'ProviderUnreachable'
}

export type ProviderPayment = {
  id: string
  providerOrderId: string
  /** `authorized`: reserved by the bank, and still to be captured. */
  status: 'pending' | 'authorized' | 'captured' | 'failed'
  amount: Money
  /** The provider's fee. Part of the amount if the customer pays it; 0 until it is known. */
  fee: Money
  refunded: Money
  /** Set only if the provider was asked for them. */
  refunds?: ProviderRefund[]
  /** The provider's explanation for the customer. */
  reason: string | null
}

export type ProviderRefund = {
  id: string
  providerPaymentId: string
  amount: Money
  /** The shop's key; null for refunds made at the provider. */
  key: string | null
  status: 'done' | 'failed'
  reason: string | null
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** The bank takes the payment back unless the shop responds by `respondBy`. */
export type ProviderDispute = {
  id: string
  providerPaymentId: string
  status: DisputeStatus
  respondBy: Date | null
}

export type ProviderEvent = {
  payments: ProviderPayment[]
  refunds: ProviderRefund[]
  dispute?: ProviderDispute
}

export type PaymentProof = { providerOrderId: string; paymentId: string; signature: string }

export type RefundRequest = {
  providerPaymentId: string
  amount: Money
  /** The same for every attempt of one refund, so that the provider pays it out once. */
  key: string
}

export type RefundAnswer =
  | { outcome: 'accepted'; providerRefundId: string }
  | { outcome: 'refused'; reason: string }
  /** An admin has to pay it. `reason` is null for cash. */
  | { outcome: 'by_hand'; reason: string | null }

export type RefundGateway = {
  provider: Provider
  /** Throws ProviderUnreachable if the result is unknown. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** Throws ProviderUnreachable. */
  refundsOf(providerPaymentId: string): Promise<ProviderRefund[]>
}

/** A form or link to the provider's page, which works without scripts. */
export type HostedPage = { method: 'get' | 'post'; action: string; fields: Record<string, string> }

export type HostedPayment = {
  providerOrderId: string
  amount: Money
  orderId: string
  /** The proof of a payment link, which the provider's page hands back. */
  link: string | null
  shopName: string
  /** Null for a payment link, which others may open. */
  customer: { name: string; email: string; phone: string } | null
  origin: string
}

export type CardGateway = RefundGateway & {
  provider: CardProvider
  /** True if it moves no money. */
  isTest: boolean
  /** The key for the browser. */
  publicKey: string | null
  /** Returns the id of the provider's order. Throws ProviderUnreachable. */
  createOrder(order: { receipt: string; amount: Money }): Promise<string>
  hostedPage(payment: HostedPayment): HostedPage
  verifyProof(proof: PaymentProof): boolean
  /** Returns all attempts. Throws ProviderUnreachable. */
  paymentsOf(providerOrderId: string): Promise<ProviderPayment[]>
  /** Throws ProviderUnreachable. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>
  /** Returns the event's id, equal for repeated deliveries; null for a wrong signature. */
  verifyWebhook(rawBody: string, headers: Headers): string | null
  /** Returns empty lists for other subjects. */
  readWebhook(rawBody: string): ProviderEvent
}

export type PaymentGateways = {
  /** The gateway for new orders. */
  card: CardGateway | null
  /** Returns the gateway of earlier orders, or null if it is no longer configured. */
  find(provider: CardProvider): CardGateway | null
  cash: RefundGateway
  /** True if new orders may be paid in cash. */
  takesCash: boolean
}
