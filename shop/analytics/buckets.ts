/** Groups a period's days into the number of bars that fits a chart. */
import { type DaySales, type SalesFigures, sumOfSales } from '#shop/analytics/sales.ts'
import { monthName, monthOf, shortDay } from '#shop/kernel/day.ts'

export type Bucket = SalesFigures & { from: string; label: string }
export type BucketUnit = 'Day' | 'Week' | 'Month'

/** A bar for each day up to a month, for each week up to four months, else for each month. */
export function bucketUnit(days: number): BucketUnit {
  if (days <= 31) return 'Day'
  return days <= 124 ? 'Week' : 'Month'
}

/** By day; by seven days that end with the period; or by calendar month, the first and last in part. */
export function bucketsOf(days: readonly DaySales[]): Bucket[] {
  const unit = bucketUnit(days.length)
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
