import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Refund } from '#shop/payments/refund.ts'

/** Sent once a refund is on its way: how much, why, and when it arrives. */
export async function refundSentEmail(
  order: Order,
  refund: Refund,
  brand: string,
  origin: string,
): Promise<Email> {
  const title = `Refund for order ${shortId(order.id)}`
  const url = `${origin}/orders/${order.id}`
  const lines = [
    `Hello ${order.customerName}, we have refunded ${formatAmount(refund.amount)} for your order ${shortId(order.id)}.`,
    `Reason: ${refund.reason}`,
    order.paymentMethod === 'card' && refund.failureReason === null
      ? 'The money goes back the way it came; banks take 5-7 working days to show it.'
      : `We have paid it to you directly${refund.reference ? ` (reference: ${refund.reference})` : ''}.`,
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}${button(url, 'See your order')}`
  return {
    to: order.customerEmail,
    subject: title,
    text: `${[...lines, '', `See your order: ${url}`].join('\n')}\n`,
    html: await frame(brand, title, body),
  }
}
