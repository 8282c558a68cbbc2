import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame, letter } from '#infra/email/templates/layout.ts'
import { picksText } from '#shop/carts/mix.ts'
import type { DeliveryTimes } from '#shop/ctx.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { trackingPage } from '#shop/orders/carriers.ts'
import { businessDays, deliveryEstimate, estimateText } from '#shop/orders/delivery-estimate.ts'
import {
  amountDue,
  type Order,
  type OrderEvent,
  type OrderEventKind,
  type OrderItem,
  type OrderStatus,
} from '#shop/orders/order.ts'
import { orderPath } from '#shop/orders/order-paths.ts'
import { IF_STILL_TAKEN, NOT_CONFIRMED_IN_TIME, NOT_PAID_IN_TIME } from '#shop/payments/intent.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import { type Refund, wasPaidByHand } from '#shop/payments/refund.ts'
import { accountWords, type RefundAccountHint } from '#shop/payments/refund-account.ts'

/** `payLink`: the path of the order's payment link. */
type Shop = { brand: string; origin: string; times: DeliveryTimes; now: Date; payLink?: string }

export async function orderConfirmationEmail(order: Order, shop: Shop): Promise<Email> {
  const { brand, origin, times } = shop
  const title = `Order ${shortId(order.id)} confirmed`
  const url = `${origin}${orderPath(order.id)}`
  const thanks = `Thank you, ${order.customerName}. Orders ship within ${businessDays(times.ships)}.${expectedText(order, shop)}`
  const body = html`<p>${thanks}</p>
    <table style="width:100%;border-collapse:collapse">
      ${order.items.map(
        (item) => html`<tr>
          <td style="padding:8px 0;border-bottom:1px solid #e7d3b1">${item.quantity} × ${item.name}${itemNotes(
            item,
          ).map((note) => html`<br /><small>${note}</small>`)}</td>
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
    ${order.business ? html`<p>${businessText(order.business)}</p>` : ''}
    <p>Delivery to:<br />${addressLines(order).map((line) => html`${line}<br />`)}</p>
    ${button(url, 'Track your order')}`
  return {
    to: order.customerEmail,
    subject: title,
    text: asText(order, thanks, url),
    html: await frame(brand, title, body),
  }
}

/** Returns ' Expected by Friday 27 November.', or '' if the day is unknown or past. */
function expectedText(order: Order, { times, now }: Shop): string {
  const estimate = deliveryEstimate(order, times, now)
  return estimate && !estimate.isLate ? ` ${estimateText(estimate)}.` : ''
}

function businessText({ name, gstin }: NonNullable<Order['business']>): string {
  return `For ${name}, GSTIN ${gstin}`
}

function itemNotes({ tastemakers, allergens }: OrderItem): string[] {
  return [picksText(tastemakers), allergens].filter(Boolean)
}

function sums(order: Order): [string, string][] {
  const discountName = order.discountLabel ? `Discount (${order.discountLabel})` : 'Discount'
  const discount: [string, string][] =
    order.discount > 0 ? [[discountName, formatAmount(subtract(NO_MONEY, order.discount))]] : []
  const roundOff: [string, string][] =
    order.roundOff === 0 ? [] : [['Round-off', formatAmount(order.roundOff)]]
  const taxName = order.pricesIncludeTax ? 'Inclusive of all taxes' : 'Tax'
  const taxRows = order.taxes.map(({ rate, tax }): [string, string] => [
    `${taxName} (${percentText(rate)} GST)`,
    formatAmount(tax),
  ])
  return [
    ['Subtotal', formatAmount(order.subtotal)],
    ...discount,
    ...(order.pricesIncludeTax ? [] : taxRows),
    ['Shipping', formatAmount(order.shippingFee)],
    ...roundOff,
    ['Total', formatAmount(order.total)],
    ...(order.pricesIncludeTax ? taxRows : []),
  ]
}

function addressLines({ shippingAddress: to }: Order): string[] {
  const place = `${to.city}, ${to.state} ${to.postalCode}`
  return [to.fullName, to.addressLine1, to.addressLine2, place, to.phone].filter((line) => line !== null)
}

function asText(order: Order, thanks: string, url: string): string {
  const items = order.items.flatMap((item) => [
    `${item.quantity} × ${item.name}: ${formatAmount(item.totalPrice)}`,
    ...itemNotes(item).map((note) => `  ${note}`),
  ])
  const totals = sums(order).map(([label, amount]) => `${label}: ${amount}`)
  const lines = [
    thanks,
    '',
    ...items,
    '',
    ...totals,
    '',
    `Payment: ${PAYMENT_METHOD_NAMES[order.paymentMethod]}`,
    ...(order.business ? [businessText(order.business)] : []),
    'Delivery to:',
    ...addressLines(order),
    '',
    `Track your order: ${url}`,
  ]
  return `${lines.join('\n')}\n`
}

type Words = { subject: string; sentence: string | ((order: string) => string) }

const STATUS_WORDS: Record<OrderStatus, Words> = {
  pending: { subject: 'is open again', sentence: 'is open again and will be packed soon.' },
  processing: { subject: 'is being packed', sentence: 'is being packed.' },
  shipped: { subject: 'has been shipped', sentence: 'is on its way to you.' },
  delivered: { subject: 'has been delivered', sentence: 'has been delivered.' },
  cancelled: { subject: 'has been cancelled', sentence: 'has been cancelled.' },
}

const EVENT_WORDS: Record<Exclude<OrderEventKind, 'status'>, Words> = {
  payment_received: { subject: 'is paid', sentence: 'has been paid. Thank you.' },
  payment_link: {
    subject: ': payment link',
    sentence: (order) => `we’ve noted your order ${order}. Please pay for it by this link.`,
  },
  items_changed: {
    subject: ': changed items',
    sentence: 'has been changed as you asked. Please check it, and write to us if it’s wrong.',
  },
  cash_chosen: { subject: 'is paid in cash', sentence: 'will be paid in cash when it arrives.' },
  parcel: { subject: 'can be tracked', sentence: 'can now be tracked.' },
  parcel_corrected: {
    subject: ': corrected tracking number',
    sentence: 'has a corrected tracking number. Please use it instead of the one we sent you before.',
  },
  address_corrected: {
    subject: ': corrected address',
    sentence:
      'has a corrected delivery address. Please check it on the order’s page, and write to us if it’s wrong.',
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
  replacement_requested: {
    subject: ': replacement requested',
    sentence: (order) =>
      `we’ve received your request for a replacement of order ${order}. We’ll reply within 48 hours.`,
  },
  replacement_granted: {
    subject: ': we’re sending a replacement',
    sentence: (order) => `we’re sending a replacement for order ${order}, at no cost to you.`,
  },
  replacement_declined: { subject: ': replacement declined', sentence: 'will not be replaced.' },
}

const UNCONFIRMED: Words = {
  subject: ': payment not confirmed in time',
  sentence: (order) => `we couldn’t confirm the payment of your order ${order} in time.`,
}
const ASK_YOUR_BANK = 'Please check with your bank before you order the items again.'

const PUT_BACK = 'Put these items back in your cart'
const STILL_WANTED =
  'Still want it? We remember the items and your picks: the order’s page puts them back in your cart.'

export async function orderStatusEmail(
  order: Order,
  event: OrderEvent,
  shop: Shop,
  /** A sentence for each refund, in emails about money. */
  refunds: readonly string[] = [],
): Promise<Email> {
  const { brand, origin } = shop
  const isCancelled = event.kind === 'status' && event.toStatus === 'cancelled'
  const isUnconfirmed = isCancelled && event.note === NOT_CONFIRMED_IN_TIME
  const eventWords = event.kind === 'status' ? STATUS_WORDS[event.toStatus] : EVENT_WORDS[event.kind]
  const words = isUnconfirmed ? UNCONFIRMED : eventWords
  const id = shortId(order.id)
  const name = `Order ${id}`
  const sentence =
    typeof words.sentence === 'string' ? `your order ${id} ${words.sentence}` : words.sentence(id)
  const subject = words.subject.startsWith(':') ? `${name}${words.subject}` : `${name} ${words.subject}`
  const payLink = event.kind === 'payment_link' ? shop.payLink : undefined
  const url = `${origin}${payLink ?? orderPath(order.id)}`
  const isAboutParcel = event.kind === 'parcel' || event.kind === 'parcel_corrected'
  const isOnItsWay = showsTracking(event)
  const hasDay = isOnItsWay || event.kind === 'replacement_granted'
  const parcel = isOnItsWay ? (trackingPage(order.carrier, order.trackingNumber)?.url ?? null) : null
  const isLapsed = isCancelled && event.note === NOT_PAID_IN_TIME
  const isByPhone = order.events.some(({ kind }) => kind === 'payment_link')
  const isOwnChoice = isCancelled && event.by === 'customer'
  const payLabel = payLink && `Pay ${formatAmount(amountDue(order))}`
  const buttonLabel = payLabel
    ? payLabel
    : isLapsed && !isByPhone
      ? PUT_BACK
      : isOwnChoice
        ? 'Order again'
        : 'See your order'
  const lines = [
    `Hello ${order.customerName}, ${sentence}${hasDay ? expectedText(order, shop) : ''}`,
    ...(isUnconfirmed ? [IF_STILL_TAKEN, ASK_YOUR_BANK] : []),
    ...(event.note && !isAboutParcel && !isUnconfirmed ? [event.note] : []),
    ...(isLapsed ? [isByPhone ? 'Still want it? Please call or write to us.' : STILL_WANTED] : []),
    ...(isOnItsWay ? parcelLines(order) : []),
    ...(event.kind === 'items_changed' ? itemLines(order) : []),
    ...(isCancelled || event.kind === 'refund_approved' || event.kind === 'items_changed' ? refunds : []),
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}
    ${parcel ? html`<p><a href="${parcel}">Track the parcel</a></p>` : ''}${button(url, buttonLabel)}`
  const links = [...(parcel ? [`Track the parcel: ${parcel}`] : []), `${buttonLabel}: ${url}`]
  return {
    to: order.customerEmail,
    subject,
    text: `${[...lines, '', ...links].join('\n')}\n`,
    html: await frame(brand, subject, body),
  }
}

function itemLines(order: Order): string[] {
  const items = order.items.map(({ quantity, name }) => `${quantity} × ${name}`)
  return [`Now in your order: ${items.join(', ')}. Total: ${formatAmount(order.total)}.`]
}

export function showsTracking({ kind, toStatus }: OrderEvent): boolean {
  return kind === 'parcel' || kind === 'parcel_corrected' || (kind === 'status' && toStatus === 'shipped')
}

export function parcelLines({ carrier, trackingNumber }: Order): string[] {
  if (!trackingNumber) return []
  return [`Tracking number: ${trackingNumber}${carrier ? ` (${carrier})` : ''}`]
}

/** `words`: the sentence about the next step. */
export function refundByHandEmail(
  order: Order,
  refund: Refund,
  { words, ...shop }: Pick<Shop, 'brand' | 'origin'> & { words: string },
): Promise<Email> {
  const title = `Refund for order ${shortId(order.id)}: where shall we pay it?`
  const line = `Hello ${order.customerName}, your refund of ${formatAmount(refund.amount)} for order ${shortId(order.id)} couldn’t go back to the card or account you paid with.`
  return refundLetter(order, shop, title, [line, words])
}

/** Sent once a refund is on its way: how much, why, and when it arrives. */
export function refundSentEmail(
  order: Order,
  refund: Refund,
  { account, ...shop }: Pick<Shop, 'brand' | 'origin'> & { account: RefundAccountHint | null },
): Promise<Email> {
  return refundLetter(order, shop, `Refund for order ${shortId(order.id)}`, [
    `Hello ${order.customerName}, we have refunded ${formatAmount(refund.amount)} for your order ${shortId(order.id)}.`,
    `Reason: ${refund.reason}`,
    wasPaidByHand(refund)
      ? `We have paid it to ${account ? accountWords(account) : 'you directly'}${refund.reference ? ` (reference: ${refund.reference})` : ''}.`
      : 'The money goes back to the card or account you paid with. Banks take 5-7 working days to show it.',
  ])
}

function refundLetter(
  { id, customerEmail: to }: Order,
  { brand, origin }: Pick<Shop, 'brand' | 'origin'>,
  title: string,
  lines: string[],
): Promise<Email> {
  return letter({
    to,
    brand,
    title,
    lines,
    link: { url: `${origin}${orderPath(id)}`, label: 'See your order' },
  })
}
