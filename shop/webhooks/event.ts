/**
 * Events for other systems, and their fields: ids, states and amounts in paise, never personal data. `?`: may be null.
 * Triggers queue them (`announce_event` in 0001_schema.sql).
 */
export const WEBHOOK_EVENTS = {
  'order.placed': 'order_id status payment_status payment_method total_paise',
  'order.status_changed': 'order_id previous_status status',
  /** `change`: items, parcel, address or requests. */
  'order.changed': 'order_id change status',
  'payment.status_changed': 'order_id previous_payment_status payment_status total_paise',
  'payment.received': 'payment_id order_id provider amount_paise',
  'payment.dispute_changed': 'payment_id order_id dispute_status? amount_paise',
  'refund.created': 'refund_id order_id payment_id status amount_paise',
  'refund.status_changed': 'refund_id order_id payment_id previous_status status amount_paise',
  'stock.changed': 'product_id quantity reason order_id?',
  'task.created': 'work_log_id task_id state product_id? quantity payment_paise',
  'task.state_changed': 'work_log_id task_id previous_state state payment_paise',
  'payout.created': 'payout_id number',
  'payout.approved': 'payout_id number',
  'payout.line_changed': 'payout_id payout_line_id previous_state state amount_paise',
} as const

export type WebhookKind = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_KINDS = Object.keys(WEBHOOK_EVENTS) as [WebhookKind, ...WebhookKind[]]

/** An event that staff send to try an endpoint. */
export const TEST_EVENT = 'test.sent'

/** 'order.status_changed' is 'Order status changed'. */
export function eventTitle(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replace(/[._]/g, ' ')}`
}

/** Returns the body of the message. `data`: JSON. */
export function messageOf({
  kind,
  createdAt,
  data,
}: {
  kind: string
  createdAt: Date
  data: string
}): string {
  return JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data: JSON.parse(data) })
}
