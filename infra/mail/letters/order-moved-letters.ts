import { html } from 'hono/html'
import { button, frame } from '#infra/mail/letters/frame.ts'
import type { Mail } from '#infra/mail/mailer.ts'
import { shortId } from '#shop/kernel/ids.ts'
import type { Order, OrderEvent, OrderStatus } from '#shop/orders/order.ts'

type Words = { subject: string; sentence: string }

const WORDS: Record<OrderStatus, (order: string) => Words> = {
  pending: (order) => ({
    subject: `${order} is open again`,
    sentence: 'is open again and waits to be packed.',
  }),
  processing: (order) => ({ subject: `${order} is being packed`, sentence: 'is being packed.' }),
  shipped: (order) => ({ subject: `${order} has been shipped`, sentence: 'is on its way to you.' }),
  delivered: (order) => ({ subject: `${order} has been delivered`, sentence: 'has been delivered.' }),
  cancelled: (order) => ({ subject: `${order} has been cancelled`, sentence: 'has been cancelled.' }),
}

/** Sent at each step of an order: what has happened, the parcel's number once it has one, and the note if any. */
export async function orderMoved(
  order: Order,
  event: OrderEvent,
  brand: string,
  origin: string,
): Promise<Mail> {
  const name = `Order ${shortId(order.id)}`
  const { subject, sentence } = WORDS[event.toStatus](name)
  const url = `${origin}/orders/${order.id}`
  const lines = [
    `Hello ${order.customerName}, your order ${shortId(order.id)} ${sentence}`,
    ...(event.note ? [event.note] : []),
    ...(event.toStatus === 'shipped' ? parcelLines(order) : []),
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}${button(url, 'See your order')}`
  return {
    to: order.customerEmail,
    subject,
    text: `${[...lines, '', `See your order: ${url}`].join('\n')}\n`,
    html: await frame(brand, subject, body),
  }
}

function parcelLines({ carrier, trackingNumber }: Order): string[] {
  if (!trackingNumber) return []
  return [`Tracking number: ${trackingNumber}${carrier ? ` (${carrier})` : ''}`]
}
