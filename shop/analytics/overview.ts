import type { DaySales } from '#shop/analytics/sales.ts'
import type { Trend } from '#shop/analytics/trend.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'

/** A figure since the shop began, what the last 30 days added, and how that stands against the 30 before. */
export type Stat<Amount extends number = number> = { total: Amount; added: Amount; trend: Trend }

export type RecentOrder = { id: string; total: Money; status: OrderStatus; createdAt: Date }

/** Figures of the last 30 days; null where there is nothing to divide by. */
export type QuickStats = {
  averageOrderValue: Money | null
  /** Of the customers who bought, the share with two sales or more in all. */
  repeatPurchaseRate: number | null
  /** Orders placed / visits counted. */
  conversionRate: number | null
  /** From placing to delivery, in hours. */
  averageFulfilmentHours: number | null
}

/** Something that waits for an admin. */
export type ActionItem = {
  kind: 'late' | 'cancellation' | 'refund' | 'refund_by_hand' | 'flagged' | 'photo' | 'low_stock'
  count: number
  /** Since when the oldest waits; null where that says nothing. */
  since: Date | null
  /** The order to begin with, where it is about orders. */
  orderId: string | null
}

/** A finished task whose photo waits for a look. */
export type PendingTask = {
  id: string
  taskName: string
  workerName: string
  quantity: number
  unit: string
  submittedAt: Date
}

/** What the shop amounts to, as the admin's overview shows it. */
export type Overview = {
  /** The shop's orders are being counted for the first time: until then figures of sales say nothing. */
  isCounting: boolean
  users: Stat
  products: Stat
  orders: Stat
  revenue: Stat<Money>
  /** The last 30 days, oldest first. */
  days: DaySales[]
  quick: QuickStats
  needs: ActionItem[]
  /** Those that have waited longest. */
  pendingTasks: PendingTask[]
  recentOrders: RecentOrder[]
}
