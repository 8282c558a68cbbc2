import type { Span } from '#shop/analytics/period.ts'
import { addDays, addMonths, type Day, daysBetween } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, partOf, times } from '#shop/kernel/money.ts'

export const SPEND_CHANNEL_NAMES = {
  'search-ads': 'Search ads',
  'social-ads': 'Social media ads',
  creators: 'Creators',
  events: 'Fairs and events',
  print: 'Print and samples',
  other: 'Other',
}
type SpendChannel = keyof typeof SPEND_CHANNEL_NAMES
export const SPEND_CHANNELS = Object.keys(SPEND_CHANNEL_NAMES) as SpendChannel[]

/** `month`: its first day. */
export type SpendKey = { month: Day; channel: SpendChannel }
export type Spend = SpendKey & { amount: Money }
export type RecordedSpend = Spend & { updatedAt: Date }

/** Returns the id in audit log and URLs. */
export function spendId({ month, channel }: SpendKey): string {
  return `${month} ${channel}`
}

/** Sums the spend of a span; each month's amount is spread evenly over its days. Null without a record. */
export function spendWithin(spends: readonly Spend[], span: Span): Money | null {
  const monthParts = spends.map((spend) => ({ spend, days: daysShared(spend.month, span) }))
  const usedParts = monthParts.filter(({ days }) => days > 0)
  if (usedParts.length === 0) return null
  return add(NO_MONEY, ...usedParts.map(({ spend, days }) => amountOfDays(spend, days)))
}

function daysShared(month: Day, { from, to }: Span): number {
  const last = addDays(addMonths(month, 1), -1)
  const [first, end] = [month > from ? month : from, last < to ? last : to]
  return Math.max(0, daysBetween(first, end) + 1)
}

function amountOfDays({ month, amount }: Spend, days: number): Money {
  return partOf(times(amount, days), daysBetween(month, addMonths(month, 1)))
}
