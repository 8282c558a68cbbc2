import type { Change } from '#shop/analytics/rates.ts'
import type { Permission } from '#shop/kernel/permissions.ts'

/** All time, the last 30 days, and the trend against the 30 days before. */
export type Stat<Amount extends number = number> = { total: Amount; added: Amount; change: Change }

/** The owner's first tasks in a new shop. */
export const FIRST_STEPS = ['products', 'policies', 'payment', 'staff'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** In the order of a day's work. */
export const ACTION_PERMISSIONS = {
  confirm: 'packing',
  pack: 'packing',
  ship: 'packing',
  late: 'orders.list',
  hold_over: 'orders.list',
  cancellation: 'orders.list',
  refund: 'refunds',
  refund_by_hand: 'refunds',
  refund_elsewhere: 'refunds',
  with_couriers: 'accounts.close',
  payment_held: 'refunds',
  dispute: 'refunds',
  message: 'messages',
  photo: 'programme',
  pay_owed: 'payouts',
  pay_question: 'payouts',
  flagged: 'analytics',
  out_of_stock: 'catalogue',
  low_stock: 'catalogue',
  above_mrp: 'catalogue',
  no_hsn: 'catalogue',
  failed_job: 'jobs',
} as const satisfies Record<string, Permission>
export type ActionKind = keyof typeof ACTION_PERMISSIONS

export type ActionItem = {
  kind: ActionKind
  count: number
  /** When the oldest began to wait, or a dispute must be answered. */
  since: Date | null
}
