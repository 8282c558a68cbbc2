import {
  ORDER_STATUSES,
  ORDER_STEPS,
  type Order,
  type OrderEvent,
  type OrderEventKind,
  type OrderStatus,
  orderStep,
} from '#shop/orders/order.ts'

export type TrackerStep = {
  name: (typeof ORDER_STEPS)[number]
  /** 'done' also marks the last step once it is reached. 'skipped': a later step was reached, but this one never. */
  state: 'done' | 'skipped' | 'now' | 'next'
  /** When the order last reached this step. */
  at: Date | null
}

/** Returns the four steps; none for a cancelled order. */
export function trackerSteps(order: Pick<Order, 'status' | 'createdAt' | 'events'>): TrackerStep[] {
  const now = orderStep(order.status)
  if (now === 0) return []
  return ORDER_STEPS.map((name, index) => {
    const step = index + 1
    if (step > now) return { name, state: 'next', at: null }
    const at = reachedAt(order, step)
    if (step === now) return { name, state: now === ORDER_STEPS.length ? 'done' : 'now', at }
    return { name, state: at ? 'done' : 'skipped', at }
  })
}

function reachedAt({ createdAt, events }: Pick<Order, 'createdAt' | 'events'>, step: number): Date | null {
  if (step === 1) return createdAt
  const event = events.findLast(({ kind, toStatus }) => kind === 'status' && orderStep(toStatus) === step)
  return event?.createdAt ?? null
}

export const ORDER_STATUS_NAMES: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export function statusName(status: OrderStatus): string {
  return ORDER_STATUS_NAMES[status]
}

const OTHER_EVENTS: Record<Exclude<OrderEventKind, 'status'>, string> = {
  payment_received: 'Payment received',
  payment_link: 'Payment link created',
  cash_chosen: 'Changed to cash on delivery',
  items_changed: 'Items changed',
  parcel: 'Tracking number added',
  parcel_corrected: 'Tracking number corrected',
  address_corrected: 'Address corrected',
  cancellation_requested: 'Cancellation requested',
  cancellation_declined: 'Cancellation request declined',
  refund_requested: 'Refund requested',
  refund_approved: 'Refund approved',
  refund_declined: 'Refund declined',
  replacement_requested: 'Replacement requested',
  replacement_granted: 'Replacement granted',
  replacement_declined: 'Replacement request declined',
}

export function eventText({
  kind,
  fromStatus,
  toStatus,
  by,
}: Pick<OrderEvent, 'kind' | 'fromStatus' | 'toStatus' | 'by'>): string {
  if (kind === 'refund_requested' && by === 'shop') return 'Refund started'
  if (kind !== 'status') return OTHER_EVENTS[kind]
  if (fromStatus === null) return 'Order placed'
  const isBack = ORDER_STATUSES.indexOf(toStatus) < ORDER_STATUSES.indexOf(fromStatus)
  return isBack ? `Set back to ${statusName(toStatus).toLowerCase()}` : statusName(toStatus)
}
