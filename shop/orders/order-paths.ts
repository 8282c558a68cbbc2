/** The pages of an order, as paths of the site. Emails and API answers link to them too. Ids may be unchecked text. */

export function orderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`
}

/** The page that takes the payment of a card order. */
export function paymentPath(orderId: string): string {
  return `/checkout/pay/${encodeURIComponent(orderId)}`
}

/** The contact form, filled in about this order for its customer. */
export function contactPath(orderId: string): string {
  return `/contact?${new URLSearchParams({ order: orderId })}#form`
}

/** The page shown after an order is placed or paid. */
export function confirmationPath(orderId: string): string {
  return `/checkout/success?${new URLSearchParams({ orderId })}`
}
