/** Customers' requests to cancel a shipped order or to refund a delivered one. */

import { addDays, type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { Order, OrderItem, OrderStatus } from '#shop/orders/order.ts'

export const REQUEST_STATUSES = ['open', 'approved', 'declined'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export const REQUEST_KINDS = ['cancellation', 'refund'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Reasons for a refund: the cases of the returns policy. */
export const REFUND_REASONS = [
  'damaged',
  'wrong',
  'incomplete',
  'expired',
  'not_as_described',
  'late',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const REFUND_REASON_NAMES: Record<RefundReason, string> = {
  damaged: 'It was damaged, leaking or opened on the way',
  wrong: 'It is not what I ordered',
  incomplete: 'Something is missing',
  expired: 'It is past its best-before date, or close to it',
  not_as_described: 'It is faulty, or not as described',
  late: 'It came too late',
  other: 'Something else',
}

/** The same in the shop's words, for a refund that it starts itself. */
export const STARTED_REFUND_REASONS: Record<RefundReason, string> = {
  damaged: 'Damaged, leaking or opened on the way',
  wrong: 'Wrong item',
  incomplete: 'Something missing',
  expired: 'Past its best-before date, or close to it',
  not_as_described: 'Faulty, or not as described',
  late: 'Came too late',
  other: 'Another reason',
}

/** Said at a request without a reason. */
export const CHOOSE_REASON = 'Please choose a reason'

/** What the customer would like; the shop decides. */
export const REQUEST_WISHES = ['refund', 'replacement'] as const
export type RequestWish = (typeof REQUEST_WISHES)[number]

/** The returned units of a line, and how many of them can be sold again. */
export type ReturnedItem = { itemId: string; quantity: number; restocked: number }

/** Units of an order's line that are sent again. */
export type ReplacedLine = { itemId: string; quantity: number }

export type OrderRequest = {
  id: string
  orderId: string
  kind: RequestKind
  /** One of the refund's reasons; 'cancelled' for a cancellation. */
  reason: string
  details: string
  /** 'refund' for a cancellation. */
  wish: RequestWish
  status: RequestStatus
  /** The granted amount, tax included; null unless a refund was approved. */
  amount: Money | null
  /** The lines of a granted replacement; null for the whole order. */
  replaced: ReplacedLine[] | null
  /** The message to the customer with the decision. */
  answer: string | null
  requestedAt: Date
  decidedAt: Date | null
}

/** True when the goods of the order were granted once more, instead of money. */
export function isReplacement({ kind, status, amount }: Pick<OrderRequest, 'kind' | 'status' | 'amount'>) {
  return kind === 'refund' && status === 'approved' && amount === null
}

/** True when the shop itself started the refund: nobody asked for it. */
export function isStartedByShop(
  { kind, requestedAt }: Pick<OrderRequest, 'kind' | 'requestedAt'>,
  events: Order['events'],
): boolean {
  const started = events.find(
    (event) => event.kind === 'refund_requested' && event.createdAt.getTime() === requestedAt.getTime(),
  )
  return kind === 'refund' && started?.by === 'shop'
}

/** The items of these lines, with the units that are sent again. */
export function itemsSentAgain<Item extends Pick<OrderItem, 'id' | 'quantity'>>(
  items: readonly Item[],
  replaced: readonly ReplacedLine[],
): Item[] {
  return items.flatMap((item) => {
    const line = replaced.find(({ itemId }) => itemId === item.id)
    return line ? [{ ...item, quantity: line.quantity }] : []
  })
}

/** '1 × Ragi Meal Mix, 2 × Sambar' */
export function itemsText(items: readonly Pick<OrderItem, 'name' | 'quantity'>[]): string {
  return items.map(({ name, quantity }) => `${quantity} × ${name || 'Unknown Product'}`).join(', ')
}

/** What the latest parcel holds: the order's items, or those of a replacement that was granted since. */
export function parcelItems(
  { items, events }: Pick<Order, 'items' | 'events'>,
  requests: readonly OrderRequest[],
): OrderItem[] {
  const replaced = requests.findLast(isReplacement)?.replaced
  // An order that was cancelled and reopened is packed whole.
  const last = events.findLast(
    ({ kind, toStatus }) => kind === 'replacement_granted' || toStatus === 'cancelled',
  )
  return replaced && last?.kind === 'replacement_granted' ? itemsSentAgain(items, replaced) : items
}

/** What was granted, or what was asked for: 'Cancellation', 'Refund' or 'Replacement'. */
export function requestName(request: Pick<OrderRequest, 'kind' | 'status' | 'amount' | 'wish'>): string {
  if (request.kind === 'cancellation') return 'Cancellation'
  const isWish = request.status !== 'approved' && request.wish === 'replacement'
  return isWish || isReplacement(request) ? 'Replacement' : 'Refund'
}

/** The hours in which a request is answered; emails and dialogs say it, too. */
const ANSWER_HOURS = 48

/** The day by which the customer has an answer. */
export function answerDay({ requestedAt }: Pick<OrderRequest, 'requestedAt'>): Day {
  return dayOf(new Date(requestedAt.getTime() + ANSWER_HOURS * HOUR_MS))
}

/** A refund can be requested for so many days after the day of the delivery; the returns policy says it, too. */
export const REFUND_REQUEST_DAYS = 7

/** The moment at which refund requests end, for an order delivered then: midnight in India after the last day. */
export function refundRequestsEnd(deliveredAt: Date): Date {
  return startOf(addDays(dayOf(deliveredAt), REFUND_REQUEST_DAYS + 1))
}

/** When the order was delivered, the last time if it was sent again; null when it was not. */
export function deliveredAt({ status, events }: Pick<Order, 'status' | 'events'>): Date | null {
  if (status !== 'delivered') return null
  const event = events.findLast(({ kind, toStatus }) => kind === 'status' && toStatus === 'delivered')
  return event?.createdAt ?? null
}

/** How the customer may cancel an order in this status; null when it is not possible. */
export function cancellationOf(status: OrderStatus): 'at_once' | 'by_request' | null {
  if (status === 'pending' || status === 'processing') return 'at_once'
  return status === 'shipped' ? 'by_request' : null
}

/**
 * A refund's reason and the details as one text; '' when both are missing. `isByShop`: the shop itself started the refund.
 */
export function requestText(
  { kind, reason, details }: Pick<OrderRequest, 'kind' | 'reason' | 'details'>,
  isByShop = false,
): string {
  const name = (isByShop ? STARTED_REFUND_REASONS : REFUND_REASON_NAMES)[reason as RefundReason]
  return [kind === 'refund' ? (name ?? reason) : '', details].filter(Boolean).join('. ')
}
