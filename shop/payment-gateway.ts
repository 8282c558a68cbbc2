/** The port to payment providers. infra/payments contains the adapters. */
import { formatPrice, type Money, rupees } from '#shop/kernel/money.ts'

export const CARD_PROVIDERS = ['sandbox', 'razorpay'] as const
export type CardProvider = (typeof CARD_PROVIDERS)[number]
export type Provider = CardProvider | 'cod'

/** The least that card providers take. */
const CARD_MINIMUM = rupees(1)
export const BELOW_CARD_MINIMUM = `Cards pay from ${formatPrice(CARD_MINIMUM)} on. Choose another payment method, or add something to your order.`

/** True for a total that no card provider takes; a total of 0 needs none. */
export function isBelowCardMinimum(total: Money): boolean {
  return total > 0 && total < CARD_MINIMUM
}

/**
 * The provider did not answer, or not clearly. The request may have succeeded: ask again later, before anything else.
 */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** Checked by name: bundled pages contain another copy of the class than the adapters. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && error.name === 'ProviderUnreachable'
}

/** The provider's report of one attempt to pay. */
export type ProviderPayment = {
  id: string
  providerOrderId: string
  /** `authorized`: reserved by the bank, and still to be captured. */
  status: 'pending' | 'authorized' | 'captured' | 'failed'
  amount: Money
  /** The provider's fee, which is a part of the amount where the customer pays it; 0 until it is known. */
  fee: Money
  /** What the provider has given back of it. */
  refunded: Money
  /** Its refunds, where the provider was asked for them. */
  refunds?: ProviderRefund[]
  /** The reason of a failure, in the provider's words for the customer. */
  reason: string | null
}

export type ProviderRefund = {
  id: string
  providerPaymentId: string
  amount: Money
  /** The key that the shop gave when requesting it; null for refunds made at the provider. */
  key: string | null
  status: 'done' | 'failed'
  reason: string | null
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** A customer's bank takes a payment back unless the shop shows by `respondBy` that the customer owes it. */
export type ProviderDispute = {
  id: string
  providerPaymentId: string
  status: DisputeStatus
  respondBy: Date | null
}

/** The contents of a webhook. */
export type ProviderEvent = {
  payments: ProviderPayment[]
  refunds: ProviderRefund[]
  dispute?: ProviderDispute
}

/** The browser's data when it returns from the provider's page. */
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
  /** An admin has to pay it. `reason`: why the provider does not; null for cash. */
  | { outcome: 'by_hand'; reason: string | null }

/** Every payment method can refund. */
export type RefundGateway = {
  provider: Provider
  /** Throws ProviderUnreachable when the result is unknown. */
  refund(wanted: RefundRequest): Promise<RefundAnswer>
  /** The provider's refunds of a payment. Throws ProviderUnreachable. */
  refundsOf(providerPaymentId: string): Promise<ProviderRefund[]>
}

/** The form that takes the browser to the provider's page; it works without scripts. */
export type HostedPage = { method: 'get' | 'post'; action: string; fields: Record<string, string> }

export type HostedPayment = {
  providerOrderId: string
  amount: Money
  orderId: string
  shopName: string
  customer: { name: string; email: string; phone: string }
  /** The shop's public URL. */
  origin: string
}

export type CardGateway = RefundGateway & {
  provider: CardProvider
  /** A sandbox or test account, which moves no money. */
  isTest: boolean
  /** The public key for the browser; null when there is none. */
  publicKey: string | null
  /** Creates an order of this amount at the provider; returns its id. Throws ProviderUnreachable. */
  createOrder(wanted: { receipt: string; amount: Money }): Promise<string>
  hostedPage(payment: HostedPayment): HostedPage
  /** True when only the provider can have signed this proof. */
  verifyProof(proof: PaymentProof): boolean
  /** All attempts to pay that order. Throws ProviderUnreachable. */
  paymentsOf(providerOrderId: string): Promise<ProviderPayment[]>
  /** Captures an authorised payment. Throws ProviderUnreachable. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>
  /** The id of a webhook's event, equal for repeated deliveries; null when its signature is wrong. */
  verifyWebhook(rawBody: string, headers: Headers): string | null
  /** The contents of a verified webhook; empty lists for other subjects. */
  readWebhook(rawBody: string): ProviderEvent
}

export type PaymentGateways = {
  /** The gateway for new card orders; null when the shop takes no cards. */
  card: CardGateway | null
  /** The gateway of an earlier order; null when it is no longer configured. */
  find(provider: CardProvider): CardGateway | null
  cash: RefundGateway
  /** False: new orders cannot be paid in cash; existing cash orders stay valid. */
  takesCash: boolean
}
