import { Badge, type Tone } from '#app/kit/status.tsx'
import type { OrderStatus } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

const TONES: Record<OrderStatus, Tone> = {
  pending: 'warning',
  processing: 'info',
  shipped: 'info',
  delivered: 'positive',
  cancelled: 'danger',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{statusName(status)}</Badge>
}
