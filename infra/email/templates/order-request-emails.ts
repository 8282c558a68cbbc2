import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'
import { shortId } from '#shop/kernel/ids.ts'
import type { Order, OrderEvent } from '#shop/orders/order.ts'

/** Tells the shop that a customer waits for a decision; null for every other step of an order. */
export async function orderRequestEmail(
  order: Order,
  event: OrderEvent,
  { brand, origin, support }: { brand: string; origin: string; support: string },
): Promise<Email | null> {
  if (event.kind !== 'refund_requested' && event.kind !== 'cancellation_requested') return null
  const what = event.kind === 'refund_requested' ? 'a refund' : 'a cancellation'
  const subject = `Order ${shortId(order.id)} waits for a decision on ${what}`
  const url = `${origin}/admin/dashboard/orders/${order.id}`
  const line = `A customer asks for ${what} of order ${shortId(order.id)}.`
  const body = html`<p>${line}</p>${event.note ? html`<p>${event.note}</p>` : ''}${button(url, 'Review')}`
  return {
    to: support,
    subject,
    text: `${[line, ...(event.note ? [event.note] : []), '', `Review: ${url}`].join('\n')}\n`,
    html: await frame(brand, subject, body),
  }
}
