import type { DaySales } from '#shop/analytics/sales.ts'
import { milletRevenue } from '#shop/analytics/sales.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'

/** One bar: the revenue of a day or of several, by line, in paise. */
export type SalesBar = { key: string; label: string; millet: number; hydration: number; orders: number }

/** Names of the two lines, in the order they are stacked, with their colours. */
export const LINES = [
  { key: 'millet', name: 'Millet', colour: 'var(--color-haldi-600)' },
  { key: 'hydration', name: 'Replenish', colour: 'var(--color-lake-600)' },
] as const

export function salesBar(key: string, label: string, sales: Omit<DaySales, 'day'>): SalesBar {
  return {
    key,
    label,
    millet: milletRevenue(sales),
    hydration: sales.hydrationRevenue,
    orders: sales.orders,
  }
}

/** An amount as an axis shows it: '₹500', '₹20k', '₹2.5L' (lakh). `amount` is in paise. */
export function axisAmount(amount: number): string {
  const rupees = amount / 100
  const short = (value: number) => value.toLocaleString('en-IN', { maximumFractionDigits: 1 })
  if (rupees >= 100_000) return `₹${short(rupees / 100_000)}L`
  return rupees >= 1000 ? `₹${short(rupees / 1000)}k` : `₹${short(rupees)}`
}

export function wholeAmount(amount: number): string {
  return formatPrice(wholeRupees(amount as Money))
}
