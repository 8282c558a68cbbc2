import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'
import type { BusinessDays } from '#shop/ctx.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { businessDays } from '#shop/orders/delivery-estimate.ts'
import type { Order } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'

/** The shop as the letter names it; `ships`: until the parcel leaves. */
type Shop = { brand: string; origin: string; ships: BusinessDays }

/** Sent once an order is placed: what was ordered, what it costs, where it goes, when it leaves. */
export async function orderConfirmationEmail(order: Order, { brand, origin, ships }: Shop): Promise<Email> {
  const title = `Order ${shortId(order.id)} confirmed`
  const url = `${origin}/orders/${order.id}`
  const thanks = `Thank you, ${order.customerName}. Orders ship within ${businessDays(ships)}.`
  const body = html`<p>${thanks}</p>
    <table style="width:100%;border-collapse:collapse">
      ${order.items.map(
        (item) => html`<tr>
          <td style="padding:8px 0;border-bottom:1px solid #e7d3b1">${item.quantity} × ${item.name}</td>
          <td style="padding:8px 0;border-bottom:1px solid #e7d3b1;text-align:right">${formatAmount(item.totalPrice)}</td>
        </tr>`,
      )}
      ${sums(order).map(
        ([label, amount]) => html`<tr>
          <td style="padding:4px 0">${label}</td><td style="padding:4px 0;text-align:right">${amount}</td>
        </tr>`,
      )}
    </table>
    <p>Payment: ${PAYMENT_METHOD_NAMES[order.paymentMethod]}</p>
    <p>Delivery to:<br />${addressLines(order).map((line) => html`${line}<br />`)}</p>
    ${button(url, 'Track your order')}`
  return {
    to: order.customerEmail,
    subject: title,
    text: asText(order, thanks, url),
    html: await frame(brand, title, body),
  }
}

function discountName({ discountLabel }: Order): string {
  return discountLabel ? `Discount (${discountLabel})` : 'Discount'
}

function sums(order: Order): [string, string][] {
  const discount: [string, string][] =
    order.discount > 0 ? [[discountName(order), `-${formatAmount(order.discount)}`]] : []
  return [
    ['Subtotal', formatAmount(order.subtotal)],
    ...discount,
    ['Tax (18% GST)', formatAmount(order.tax)],
    ['Shipping', formatAmount(order.shippingFee)],
    ['Total', formatAmount(order.total)],
  ]
}

function addressLines({ shippingAddress: to }: Order): string[] {
  const place = `${to.city}, ${to.state} ${to.postalCode}`
  return [to.fullName, to.addressLine1, to.addressLine2, place, to.phone].filter((line) => line !== null)
}

function asText(order: Order, thanks: string, url: string): string {
  const items = order.items.map((item) => `${item.quantity} x ${item.name}: ${formatAmount(item.totalPrice)}`)
  const totals = sums(order).map(([label, amount]) => `${label}: ${amount}`)
  const lines = [
    thanks,
    '',
    ...items,
    '',
    ...totals,
    '',
    `Payment: ${PAYMENT_METHOD_NAMES[order.paymentMethod]}`,
    'Delivery to:',
    ...addressLines(order),
    '',
    `Track your order: ${url}`,
  ]
  return `${lines.join('\n')}\n`
}
