import { addDays, type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { Order, OrderItem, OrderStatus } from '#shop/orders/order.ts'

export const REQUEST_STATUSES = ['open', 'approved', 'declined'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export const REQUEST_KINDS = ['cancellation', 'refund'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** The cases that the returns policy lists. */
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

export const STAFF_REFUND_REASONS: Record<RefundReason, string> = {
  damaged: 'Damaged, leaking or opened on the way',
  wrong: 'Wrong item',
  incomplete: 'Something missing',
  expired: 'Past its best-before date, or close to it',
  not_as_described: 'Faulty, or not as described',
  late: 'Came too late',
  other: 'Another reason',
}

export const CHOOSE_REASON = 'Please choose a reason'

export const REQUEST_WISHES = ['refund', 'replacement'] as const
export type RequestWish = (typeof REQUEST_WISHES)[number]

/** `restocked`: units that can be sold again. */
export type ReturnedItem = { itemId: string; quantity: number; restocked: number }

export type ReplacedLine = { itemId: string; quantity: number }

export type OrderRequest = {
  id: string
  orderId: string
  kind: RequestKind
  /** A `RefundReason`, or 'cancelled' for a cancellation. */
  reason: string
  details: string
  /** 'refund' for a cancellation. */
  wish: RequestWish
  status: RequestStatus
  /** Tax included; null unless a refund was approved. */
  amount: Money | null
  /** Null: the whole order. */
  replaced: ReplacedLine[] | null
  answer: string | null
  requestedAt: Date
  decidedAt: Date | null
}

/** True if a replacement was granted instead of a refund. */
export function isReplacement({ kind, status, amount }: Pick<OrderRequest, 'kind' | 'status' | 'amount'>) {
  return kind === 'refund' && status === 'approved' && amount === null
}

export function isStartedByShop(
  { kind, requestedAt }: Pick<OrderRequest, 'kind' | 'requestedAt'>,
  events: Order['events'],
): boolean {
  const start = events.find(
    (event) => event.kind === 'refund_requested' && event.createdAt.getTime() === requestedAt.getTime(),
  )
  return kind === 'refund' && start?.by === 'shop'
}

export function replacementItems<Item extends Pick<OrderItem, 'id' | 'quantity'>>(
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

/** Returns the items of the latest parcel: the order's, or those of a later replacement. */
export function parcelItems(
  { items, events }: Pick<Order, 'items' | 'events'>,
  requests: readonly OrderRequest[],
): OrderItem[] {
  const replaced = requests.findLast(isReplacement)?.replaced
  // An order that was cancelled and reopened is packed as a whole.
  const last = events.findLast(
    ({ kind, toStatus }) => kind === 'replacement_granted' || toStatus === 'cancelled',
  )
  return replaced && last?.kind === 'replacement_granted' ? replacementItems(items, replaced) : items
}

/** Returns 'Cancellation', 'Refund' or 'Replacement': the granted kind, otherwise the requested one. */
export function requestName(request: Pick<OrderRequest, 'kind' | 'status' | 'amount' | 'wish'>): string {
  if (request.kind === 'cancellation') return 'Cancellation'
  const isWish = request.status !== 'approved' && request.wish === 'replacement'
  return isWish || isReplacement(request) ? 'Replacement' : 'Refund'
}

/** Texts of emails and dialogs contain this number, too. */
const ANSWER_HOURS = 48

export function answerDay({ requestedAt }: Pick<OrderRequest, 'requestedAt'>): Day {
  return dayOf(new Date(requestedAt.getTime() + ANSWER_HOURS * HOUR_MS))
}

/** Days after the delivery; the returns policy contains this number, too. */
export const REFUND_REQUEST_DAYS = 7

/** Returns when refund requests end: midnight in India after the last day. */
export function refundRequestsEnd(deliveredAt: Date): Date {
  return startOf(addDays(dayOf(deliveredAt), REFUND_REQUEST_DAYS + 1))
}

export function deliveredAt({ status, events }: Pick<Order, 'status' | 'events'>): Date | null {
  if (status !== 'delivered') return null
  const event = events.findLast(({ kind, toStatus }) => kind === 'status' && toStatus === 'delivered')
  return event?.createdAt ?? null
}

export function cancellationOf(status: OrderStatus): 'at_once' | 'by_request' | null {
  if (status === 'pending' || status === 'processing') return 'at_once'
  return status === 'shipped' ? 'by_request' : null
}

export function requestText(
  { kind, reason, details }: Pick<OrderRequest, 'kind' | 'reason' | 'details'>,
  isByShop = false,
): string {
  const name = (isByShop ? STAFF_REFUND_REASONS : REFUND_REASON_NAMES)[reason as RefundReason]
  return [kind === 'refund' ? (name ?? reason) : '', details].filter(Boolean).join('. ')
}
