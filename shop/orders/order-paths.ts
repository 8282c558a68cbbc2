/** Returns the path of an order. The id may be unvalidated text. */

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
