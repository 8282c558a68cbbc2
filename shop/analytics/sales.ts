/** Sales figures. shop/revenue.read.ts defines sales and revenue. A sale belongs to the day on which it was placed. */
import type { Day } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'

export type SalesFigures = {
  /** All orders placed, including those cancelled later. */
  orders: number
  cancelled: number
  sales: number
  /** The totals of all sales, less refunds. */
  revenue: Money
  hydrationRevenue: Money
  /** Orders whose notes contain 'Coupon applied'. */
  couponOrders: number
  delivered: number
  /** From placing to delivery, summed over all delivered orders. */
  deliverySeconds: number
}

export type DaySales = SalesFigures & { day: Day }

export type ProductSales = {
  productId: string | null
  name: string
  categoryId: string | null
  category: string
  /** Sold and not returned. */
  units: number
  /** Line totals before discount and tax, less refunds. */
  value: Money
  deliveredUnits: number
  returnedUnits: number
}

/**
 * Parcels of orders placed in the span. `transitSeconds` is the time from shipped to delivered, summed over all
 * delivered ones.
 */
export type CarrierSales = { carrier: string; shipped: number; delivered: number; transitSeconds: number }

/** `picks`: the count of a tastemaker in custom mixes; `mixes`: the number of mixes with both tastemakers. */
export type PickSales = { id: string; name: string; picks: number }
export type PairSales = { oneId: string; otherId: string; one: string; other: string; mixes: number }

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
  return days.reduce(
    (sum, day) => ({
      orders: sum.orders + day.orders,
      cancelled: sum.cancelled + day.cancelled,
      sales: sum.sales + day.sales,
      revenue: add(sum.revenue, day.revenue),
      hydrationRevenue: add(sum.hydrationRevenue, day.hydrationRevenue),
      couponOrders: sum.couponOrders + day.couponOrders,
      delivered: sum.delivered + day.delivered,
      deliverySeconds: sum.deliverySeconds + day.deliverySeconds,
    }),
    NO_SALES,
  )
}

/** The revenue without the hydration line's. */
export function milletRevenue({ revenue, hydrationRevenue }: SalesFigures): Money {
  return subtract(revenue, hydrationRevenue)
}

export type CategoryReturns = { id: string | null; category: string; delivered: number; returned: number }

/** Units delivered and returned per category, sorted by name. Categories without deliveries are left out. */
export function returnsByCategory(products: readonly ProductSales[]): CategoryReturns[] {
  const sums = new Map<string, CategoryReturns>()
  for (const { categoryId, category, deliveredUnits, returnedUnits } of products) {
    const sum = sums.get(category) ?? { id: categoryId, category, delivered: 0, returned: 0 }
    sums.set(category, {
      ...sum,
      delivered: sum.delivered + deliveredUnits,
      returned: sum.returned + returnedUnits,
    })
  }
  return [...sums.values()]
    .filter(({ delivered }) => delivered > 0)
    .toSorted((one, other) => (one.category < other.category ? -1 : 1))
}
