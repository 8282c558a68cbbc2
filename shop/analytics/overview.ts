import type { Trend } from '#shop/analytics/analytics.ts'
import type { DaySales } from '#shop/analytics/sales.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import type { PackingStage } from '#shop/orders/packing.ts'

/** A figure of all time, its increase in the last 30 days, and the trend against the 30 days before. */
export type Stat<Amount extends number = number> = { total: Amount; added: Amount; trend: Trend }

export type RecentOrder = { id: string; total: Money; status: OrderStatus; createdAt: Date }

/** Figures of the last 30 days; null for a division by zero. */
export type QuickStats = {
  averageOrderValue: Money | null
  /** The share of customers with at least two sales of all time. */
  repeatPurchaseRate: number | null
  /** Orders placed / visits counted. */
  conversionRate: number | null
  /** From placing to delivery, in hours. */
  averageFulfilmentHours: number | null
}

/** Kinds of work that wait for an admin, in the order of a day's work. */
export type ActionKind =
  | PackingStage
  | 'late'
  | 'hold_over'
  | 'cancellation'
  | 'refund'
  | 'refund_by_hand'
  | 'refund_elsewhere'
  | 'payment_held'
  | 'dispute'
  | 'message'
  | 'photo'
  | 'pay_owed'
  | 'pay_question'
  | 'flagged'
  | 'out_of_stock'
  | 'low_stock'
  | 'above_mrp'
  | 'no_hsn'
  | 'failed_job'

/** Who does what waits. */
export const ACTION_PERMISSIONS: Readonly<Record<ActionKind, Permission>> = {
  confirm: 'packing',
  pack: 'packing',
  ship: 'packing',
  late: 'orders.list',
  hold_over: 'orders.list',
  cancellation: 'orders.list',
  refund: 'refunds',
  refund_by_hand: 'refunds',
  refund_elsewhere: 'refunds',
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
}

export type ActionItem = {
  kind: ActionKind
  count: number
  /** Since when the oldest waits, of a dispute when it must be answered; null where that is meaningless. */
  since: Date | null
}

/** A finished task whose photo waits for approval. */
export type PendingTask = {
  id: string
  taskName: string
  workerName: string
  quantity: number
  unit: string
  submittedAt: Date
}

/** The figures and short lists of the overview. */
export type Overview = {
  /** The first count of the shop's orders is not finished, so the sales figures are not valid yet. */
  isCounting: boolean
  users: Stat
  products: Stat
  orders: Stat
  revenue: Stat<Money>
  /** The last 30 days, oldest first. */
  days: DaySales[]
  quick: QuickStats
  /** Oldest first. */
  pendingTasks: PendingTask[]
  recentOrders: RecentOrder[]
}
