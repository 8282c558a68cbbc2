/** A sale belongs to the day on which it was placed. See shop/revenue.read.ts. */
import type { Day } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'

export type SalesFigures = {
  /** Includes those cancelled later. */
  orders: number
  cancelled: number
  sales: number
  /** Less refunds. */
  revenue: Money
  hydrationRevenue: Money
  /** Orders whose notes contain 'Coupon applied'. */
  couponOrders: number
  delivered: number
  /** From placing to delivery, summed over delivered orders. */
  deliverySeconds: number
}

export type DaySales = SalesFigures & { day: Day }

export const NO_SALES: SalesFigures = {
  orders: 0,
  cancelled: 0,
  sales: 0,
  revenue: NO_MONEY,
  hydrationRevenue: NO_MONEY,
  couponOrders: 0,
  delivered: 0,
  deliverySeconds: 0,
}

export function sumOfSales(days: readonly SalesFigures[]): SalesFigures {
  const sum = (name: keyof SalesFigures) => days.reduce((all, day) => all + day[name], 0)
  const names = Object.keys(NO_SALES) as (keyof SalesFigures)[]
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as SalesFigures
}

export function milletRevenue({ revenue, hydrationRevenue }: SalesFigures): Money {
  return subtract(revenue, hydrationRevenue)
}
