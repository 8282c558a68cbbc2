/** Groups a period's days into the number of bars that fits a chart. */
import type { Period } from '#shop/analytics/period.ts'
import { type DaySales, type SalesFigures, sumOfSales } from '#shop/analytics/sales.ts'
import { monthName, monthOf, shortDay } from '#shop/kernel/day.ts'

export type Bucket = SalesFigures & { from: string; label: string }

export const BUCKET_UNITS: Record<Period, 'Day' | 'Week' | 'Month'> = {
  '7d': 'Day',
  '30d': 'Day',
  '90d': 'Week',
  '1y': 'Month',
}

/** By day; for 90 days by seven days that end today; for a year by calendar month, the first and last in part. */
export function bucketsOf(days: readonly DaySales[], period: Period): Bucket[] {
  const unit = BUCKET_UNITS[period]
  const keyOf = (day: DaySales, at: number) => {
    if (unit === 'Day') return day.day
    return unit === 'Month' ? monthOf(day.day) : `${Math.floor((days.length - 1 - at) / 7)}`
  }
  const groups = new Map<string, DaySales[]>()
  for (const [at, day] of days.entries()) {
    const key = keyOf(day, at)
    groups.set(key, [...(groups.get(key) ?? []), day])
  }
  return [...groups.values()].map((group) => {
    const from = group[0]?.day ?? ''
    return { ...sumOfSales(group), from, label: unit === 'Month' ? monthName(from) : shortDay(from) }
  })
}
