/** Links by which a customer without a session pays for an order. */
import type { LinkSigner } from '#shop/ctx.ts'
import { paymentPath } from '#shop/orders/order-paths.ts'

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
