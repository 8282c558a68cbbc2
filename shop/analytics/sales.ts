/** A sale belongs to the day on which it was placed. See shop/revenue.read.ts. */
import { type Day, monthName, monthOf, shortDay } from '#shop/kernel/day.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { formatPrice, type Money, NO_MONEY, subtract, wholeRupees } from '#shop/kernel/money.ts'

export const NO_SALES = {
  /** Includes orders that were cancelled later. */
  orders: 0,
  cancelled: 0,
  sales: 0,
  /** After refunds. */
  revenue: NO_MONEY,
  hydrationRevenue: NO_MONEY,
  /** The part of the revenue that is paid; the rest is on its way. */
  paidRevenue: NO_MONEY,
  /** Orders whose notes contain 'Coupon applied'. */
  couponOrders: 0,
  delivered: 0,
  /** From placing to delivery, summed over delivered orders. */
  deliverySeconds: 0,
}
export type SalesFigures = typeof NO_SALES
export type DaySales = SalesFigures & { day: Day }

export function sumOfSales(days: readonly SalesFigures[]): SalesFigures {
  const sum = (name: keyof SalesFigures) => days.reduce((all, day) => all + day[name], 0)
  const names = Object.keys(NO_SALES) as (keyof SalesFigures)[]
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as SalesFigures
}

export function milletRevenue({ revenue, hydrationRevenue }: SalesFigures): Money {
  return subtract(revenue, hydrationRevenue)
}

/** '₹900 paid so far, ₹300 on its way' */
export function paymentText({ revenue, paidRevenue }: Pick<SalesFigures, 'revenue' | 'paidRevenue'>): string {
  const price = (amount: Money) => formatPrice(wholeRupees(amount))
  return `${price(paidRevenue)} paid so far, ${price(subtract(revenue, paidRevenue))} on its way`
}

export type Bucket = SalesFigures & { from: string; label: string }

/** Returns days up to a month, weeks up to four months, and otherwise months. */
export function bucketUnit(days: number) {
  if (days <= 31) return 'Day'
  return days <= 124 ? 'Week' : 'Month'
}

/** Groups days into bars. Weeks count back from the last day. The first week and the end months may be partial. */
export function bucketsOf(days: readonly DaySales[]): Bucket[] {
  const unit = bucketUnit(days.length)
  const keyOf = (day: DaySales, at: number) => {
    if (unit === 'Day') return day.day
    return unit === 'Month' ? monthOf(day.day) : `${Math.floor((days.length - 1 - at) / 7)}`
  }
  const keyed = days.map((day, at) => ({ day, key: keyOf(day, at) }))
  return [...groupBy(keyed, ({ key }) => key).values()].map((entries) => {
    const group = entries.map(({ day }) => day)
    const from = group[0]?.day ?? ''
    return { ...sumOfSales(group), from, label: unit === 'Month' ? monthName(from) : shortDay(from) }
  })
}
