import { type DaySales, type SalesFigures, sumOfSales } from '#shop/analytics/sales.ts'
import { monthName, monthOf, shortDay } from '#shop/kernel/day.ts'

export type Bucket = SalesFigures & { from: string; label: string }
export type BucketUnit = 'Day' | 'Week' | 'Month'

/** Returns days up to a month, weeks up to four months, else months. */
export function bucketUnit(days: number): BucketUnit {
  if (days <= 31) return 'Day'
  return days <= 124 ? 'Week' : 'Month'
}

/** Groups days into bars. Weeks end with the period; the first and last month may be partial. */
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
