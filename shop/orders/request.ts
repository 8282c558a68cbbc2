/** Customers' requests to cancel a shipped order or to refund a delivered one. */
import type { Money } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'

export const REQUEST_STATUSES = ['open', 'approved', 'declined'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export type RequestKind = 'cancellation' | 'refund'

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

export type OrderRequest = {
  id: string
  orderId: string
  kind: RequestKind
  /** One of the refund's reasons; 'cancelled' for a cancellation. */
  reason: string
  details: string
  status: RequestStatus
  /** The granted amount, tax included; null unless a refund was approved. */
  amount: Money | null
  /** The message to the customer with the decision. */
  answer: string | null
  requestedAt: Date
  decidedAt: Date | null
}

/** How the customer may cancel an order in this status; null when it is not possible. */
export function cancellationOf(status: OrderStatus): 'at_once' | 'by_request' | null {
  if (status === 'pending' || status === 'processing') return 'at_once'
  return status === 'shipped' ? 'by_request' : null
}

/** A refund's reason and the customer's details as one text; '' when both are missing. */
export function requestText({
  kind,
  reason,
  details,
}: Pick<OrderRequest, 'kind' | 'reason' | 'details'>): string {
  const name = REFUND_REASON_NAMES[reason as RefundReason]
  return [kind === 'refund' ? (name ?? reason) : '', details].filter(Boolean).join('. ')
}
