import { html } from 'hono/html'
import { button, frame } from '#infra/mail/letters/frame.ts'
import type { Mail } from '#infra/mail/mailer.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { type Order, PAYMENT_METHOD_NAMES } from '#shop/orders/order.ts'
import type { Refund } from '#shop/payments/refund.ts'

/** Sent once a refund is on its way: how much, why, and when it arrives. */
export async function refundSent(
  order: Order,
  refund: Pick<Refund, 'amount' | 'reason'>,
  brand: string,
  origin: string,
): Promise<Mail> {
  const title = `Refund for order ${shortId(order.id)}`
  const url = `${origin}/orders/${order.id}`
  const lines = [
    `Hello ${order.customerName}, we have refunded ${formatAmount(refund.amount)} for your order ${shortId(order.id)}.`,
    `Reason: ${refund.reason}`,
    order.paymentMethod === 'card'
      ? 'The money goes back the way it came; banks take 5-7 working days to show it.'
      : `The order was paid by ${PAYMENT_METHOD_NAMES[order.paymentMethod]}, so we have paid it back by hand.`,
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}${button(url, 'See your order')}`
  return {
    to: order.customerEmail,
    subject: title,
    text: `${[...lines, '', `See your order: ${url}`].join('\n')}\n`,
    html: await frame(brand, title, body),
  }
}
