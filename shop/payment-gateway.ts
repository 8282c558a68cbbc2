/** The port to whoever moves the money. The adapters stand in infra/payments. */
import type { Money } from '#shop/kernel/money.ts'

export const CARD_PROVIDERS = ['sandbox', 'razorpay'] as const
export type CardProvider = (typeof CARD_PROVIDERS)[number]
export type Provider = CardProvider | 'cod'

/**
 * The provider did not answer, or not in a way that says what it did. What was asked for may have happened: whoever
 * meets this asks again later, before doing anything else.
 */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** Told by its name: the pages are bundled, and the class in their bundle is another than the adapters'. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && error.name === 'ProviderUnreachable'
}

/** What became of one attempt to pay, as the provider tells it. */
export type ProviderPayment = {
  id: string
  providerOrderId: string
  /** `authorized`: the bank has set the money aside, and it must still be captured. */
  status: 'pending' | 'authorized' | 'captured' | 'failed'
  amount: Money
  /** Why it failed, in the provider's words for the customer. */
  reason: string | null
}

export type ProviderRefund = {
  id: string
  /** The key that we gave when we asked for it; null for one that we did not ask for. */
  key: string | null
  status: 'done' | 'failed'
  reason: string | null
}

/** What a webhook tells. */
export type ProviderEvent = { payments: ProviderPayment[]; refunds: ProviderRefund[] }

/** What the browser brings back from the provider's page. */
export type PaymentProof = { providerOrderId: string; paymentId: string; signature: string }

export type WantedRefund = {
  providerPaymentId: string
  amount: Money
  /** The same for every try of the same refund: the provider moves the money once. */
  key: string
}

export type RefundAnswer =
  | { outcome: 'accepted'; providerRefundId: string }
  | { outcome: 'refused'; reason: string }
  /** Cash: somebody has to hand it over. */
  | { outcome: 'by_hand' }

/** Every way to pay can give money back. */
export type RefundGateway = {
  provider: Provider
  /** Throws ProviderUnreachable when nobody knows whether it was done. */
  refund(wanted: WantedRefund): Promise<RefundAnswer>
  /** The refunds of a payment that the provider knows. Throws ProviderUnreachable. */
  refundsOf(providerPaymentId: string): Promise<ProviderRefund[]>
}

/** The provider's page to which the browser goes, as a form: it works without scripts. */
export type HostedPage = { method: 'get' | 'post'; action: string; fields: Record<string, string> }

export type HostedPayment = {
  providerOrderId: string
  amount: Money
  orderId: string
  shopName: string
  customer: { name: string; email: string; phone: string }
  /** The shop's public address. */
  origin: string
}

export type CardGateway = RefundGateway & {
  provider: CardProvider
  /** Its payments are only acted out: no money moves. */
  isTest: boolean
  /** The public half of the credentials, for the browser; null where there is none. */
  publicKey: string | null
  /** Has the provider expect this amount; gives its order id. Throws ProviderUnreachable. */
  createOrder(wanted: { receipt: string; amount: Money }): Promise<string>
  hostedPage(payment: HostedPayment): HostedPage
  /** True when only the provider can have made this proof. */
  verifyProof(proof: PaymentProof): boolean
  /** All attempts to pay that order. Throws ProviderUnreachable. */
  paymentsOf(providerOrderId: string): Promise<ProviderPayment[]>
  /** Takes money that a bank has set aside. Throws ProviderUnreachable. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>
  /** The id of a webhook's event, the same for each delivery of it; null when its signature is wrong. */
  verifyWebhook(rawBody: string, headers: Headers): string | null
  /** What a verified webhook tells; nothing, when it is about something else. */
  readWebhook(rawBody: string): ProviderEvent
}

export type PaymentGateways = {
  /** The one that new card orders go to; null when the shop takes no cards. */
  card: CardGateway | null
  /** By name: an older order may belong to another than today's. Null when its settings are gone, or it is no part of this shop. */
  find(provider: CardProvider): CardGateway | null
  cash: RefundGateway
  /** False: new orders cannot be paid at the door. What was ordered so before goes on. */
  takesCash: boolean
}
