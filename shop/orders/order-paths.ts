/** Paths of an order's pages, and the links by which a customer without a session pays. Ids may be unvalidated text. */
import type { LinkSigner } from '#shop/ctx.ts'

export function orderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`
}

export function paymentPath(orderId: string): string {
  return `/checkout/pay/${encodeURIComponent(orderId)}`
}

export function contactPath(orderId: string): string {
  return `/contact?${new URLSearchParams({ order: orderId })}#form`
}

export function confirmationPath(orderId: string): string {
  return `/checkout/success?${new URLSearchParams({ orderId })}`
}

const textOf = (orderId: string) => `payment of order ${orderId.toLowerCase()}`

export function signPayment(links: LinkSigner, orderId: string): string {
  return links.sign(textOf(orderId))
}

export function isPaymentProof(links: LinkSigner, orderId: string, proof: string): boolean {
  return links.isProof(textOf(orderId), proof)
}

/** Returns the path of the payment page. `proof`: null for the page of the signed-in customer. */
export function payPath(orderId: string, proof: string | null): string {
  const path = paymentPath(orderId)
  return proof === null ? path : `${path}?${new URLSearchParams({ link: proof })}`
}

/** Returns the path that opens the payment page once; see `redeemPaymentPageLink`. */
export function oncePath(orderId: string, token: string): string {
  return `${paymentPath(orderId)}?${new URLSearchParams({ once: token })}`
}
