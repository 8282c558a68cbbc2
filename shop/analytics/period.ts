import { addDays, addMonths, type Day, dayOf, monthOf } from '#shop/kernel/day.ts'

export const PERIODS = ['7d', '30d', '90d', '1y'] as const
export type Period = (typeof PERIODS)[number]

/** Names in the selector. Periods end today, which is included in their days. */
export const PERIOD_NAMES: Record<Period, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '1y': 'Last year',
}
export const PERIOD_DAYS: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

export const DEFAULT_PERIOD: Period = '30d'

/** The period in a URL; the default for other values. */
export function periodFrom(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? DEFAULT_PERIOD
}

/** Days in India, first and last included. */
export type Span = { from: Day; to: Day }

/** The period that ends today, and the one of equal length before it. */
export function spansOf(period: Period, now: Date): { current: Span; previous: Span } {
  const days = PERIOD_DAYS[period]
  const to = dayOf(now)
  const from = addDays(to, 1 - days)
  return { current: { from, to }, previous: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/** The whole months within a span: from the first day of one up to, excluding, that of another. */
export function wholeMonths({ from, to }: Span): { first: Day; end: Day } {
  const first = monthOf(from) === from ? from : addMonths(monthOf(from), 1)
  const end = monthOf(addDays(to, 1))
  return end > first ? { first, end } : { first, end: first }
}

/** Groups days into runs of consecutive days, in order. */
export function consecutiveSpans(days: readonly Day[]): Span[] {
  const runs: Span[] = []
  for (const day of [...new Set(days)].toSorted()) {
    const last = runs.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}
