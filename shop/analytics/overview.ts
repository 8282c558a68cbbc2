import type { Money } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'

/** What the shop amounts to so far, as the admin's overview shows it. */
export type Overview = {
  users: number
  products: number
  orders: number
  /** The sum of all order totals that were not cancelled. */
  revenue: Money
  recentOrders: { id: string; total: Money; status: OrderStatus; createdAt: Date }[]
}
