import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { trackingPage } from '#shop/orders/carriers.ts'
import type { Order, OrderEvent, OrderEventKind, OrderStatus } from '#shop/orders/order.ts'

/** What the subject and the first sentence say of the order. */
type Words = { subject: string; sentence: string | ((order: string) => string) }

const STEPS: Record<OrderStatus, Words> = {
  pending: { subject: 'is open again', sentence: 'is open again and waits to be packed.' },
  processing: { subject: 'is being packed', sentence: 'is being packed.' },
  shipped: { subject: 'has been shipped', sentence: 'is on its way to you.' },
  delivered: { subject: 'has been delivered', sentence: 'has been delivered.' },
  cancelled: { subject: 'has been cancelled', sentence: 'has been cancelled.' },
}

const OTHERS: Record<Exclude<OrderEventKind, 'status'>, Words> = {
  payment_received: { subject: 'is paid', sentence: 'has been paid. Thank you.' },
  parcel: { subject: 'can be tracked', sentence: 'can be followed on its way.' },
  parcel_corrected: {
    subject: ': corrected tracking number',
    sentence: 'has a corrected tracking number. Please use it instead of the one we sent you before.',
  },
  cancellation_requested: {
    subject: ': cancellation requested',
    sentence: 'is already on its way. We’ll try to stop it and let you know.',
  },
  cancellation_declined: {
    subject: ': cancellation not possible',
    sentence: 'could no longer be stopped. You can request a refund once it’s delivered.',
  },
  refund_requested: {
    subject: ': refund requested',
    sentence: (order) =>
      `we’ve received your refund request for order ${order}. We’ll reply within 48 hours.`,
  },
  refund_approved: {
    subject: ': refund approved',
    sentence: 'will be refunded. We’ll email you again once the money is on its way.',
  },
  refund_declined: { subject: ': refund declined', sentence: 'will not be refunded.' },
}

/** Sent at each step of an order: what has happened, the parcel's number once it has one, and the note if any. */
export async function orderStatusEmail(
  order: Order,
  event: OrderEvent,
  brand: string,
  origin: string,
): Promise<Email> {
  const words = event.kind === 'status' ? STEPS[event.toStatus] : OTHERS[event.kind]
  const id = shortId(order.id)
  const name = `Order ${id}`
  const sentence =
    typeof words.sentence === 'string' ? `your order ${id} ${words.sentence}` : words.sentence(id)
  const subject = words.subject.startsWith(':') ? `${name}${words.subject}` : `${name} ${words.subject}`
  const url = `${origin}/orders/${order.id}`
  const isAboutParcel = event.kind === 'parcel' || event.kind === 'parcel_corrected'
  const isOnItsWay = isAboutParcel || (event.kind === 'status' && event.toStatus === 'shipped')
  const parcel = isOnItsWay ? (trackingPage(order.carrier, order.trackingNumber)?.url ?? null) : null
  const lines = [
    `Hello ${order.customerName}, ${sentence}`,
    ...(event.note && !isAboutParcel ? [event.note] : []),
    ...(isOnItsWay ? parcelLines(order) : []),
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}
    ${parcel ? html`<p><a href="${parcel}">Track the parcel</a></p>` : ''}${button(url, 'See your order')}`
  const links = [...(parcel ? [`Track the parcel: ${parcel}`] : []), `See your order: ${url}`]
  return {
    to: order.customerEmail,
    subject,
    text: `${[...lines, '', ...links].join('\n')}\n`,
    html: await frame(brand, subject, body),
  }
}

function parcelLines({ carrier, trackingNumber }: Order): string[] {
  if (!trackingNumber) return []
  return [`Tracking number: ${trackingNumber}${carrier ? ` (${carrier})` : ''}`]
}
