import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  isDay,
  monthName,
  monthOf,
  shortDay,
} from '#shop/kernel/day.ts'

export const RECENT_PERIODS = ['7d', '30d', '90d', '1y'] as const
export type RecentPeriod = (typeof RECENT_PERIODS)[number]

/** Names in the selector. Recent periods end today, which is included in their days. */
export const RECENT_PERIOD_NAMES: Record<RecentPeriod, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '1y': 'Last year',
}
const RECENT_DAYS: Record<RecentPeriod, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

export const DEFAULT_PERIOD: RecentPeriod = '30d'

/** The longest range: two years. */
export const MAX_DAYS = 731
/** No shop has older figures. */
export const FIRST_DAY: Day = '2020-01-01'

/** Days in India, first and last included. */
export type Span = { from: Day; to: Day }

/** Days that figures are about, and earlier ones that they are compared with. */
export type Period = {
  /** In the address: '30d', '2026-10' or '2026-10-03..2026-11-12'. */
  key: string
  name: string
  current: Span
  previous: Span
}

/** The period that ends today, compared with as many days before it. */
export function recentPeriod(key: RecentPeriod, today: Day): Period {
  return ofDays(key, RECENT_PERIOD_NAMES[key], { from: addDays(today, 1 - RECENT_DAYS[key]), to: today })
}

function ofDays(key: string, name: string, current: Span): Period {
  const before = addDays(current.from, -1)
  const days = daysBetween(current.from, current.to)
  return { key, name, current, previous: { from: addDays(before, -days), to: before } }
}

/**
 * A calendar month, compared with the month before. The present month ends today and is compared with as many first
 * days of the month before, at most all of it.
 */
function monthPeriod(month: Day, today: Day): Period {
  const before = addMonths(month, -1)
  const [last, lastBefore] = [addDays(addMonths(month, 1), -1), addDays(month, -1)]
  const key = month.slice(0, 7)
  if (last <= today) {
    return {
      key,
      name: monthName(month),
      current: { from: month, to: last },
      previous: { from: before, to: lastBefore },
    }
  }
  const days = Math.min(daysBetween(month, today), daysBetween(before, lastBefore))
  const previous = { from: before, to: addDays(before, days) }
  return { key, name: `${monthName(month)} so far`, current: { from: month, to: today }, previous }
}

/** An invalid range as it was entered, with a problem for each field. */
export type RangeProblems = { since: string; until: string; problems: { since?: string; until?: string } }

/**
 * The period of an address: `period=` with its key, or `since=` and `until=` of a range. An invalid range is answered
 * with its problems and the default period, another invalid text with the default alone.
 */
export function readPeriod(
  params: URLSearchParams,
  today: Day,
): { period: Period; range: RangeProblems | null } {
  const [since, until] = [params.get('since') ?? '', params.get('until') ?? '']
  const fallback = recentPeriod(DEFAULT_PERIOD, today)
  if (since !== '' || until !== '') {
    const problems = rangeProblems(since, until, today)
    if (problems)
      return { period: fallback, range: { since: since.slice(0, 20), until: until.slice(0, 20), problems } }
    return { period: rangePeriod({ from: since, to: until }), range: null }
  }
  return { period: periodOf(params.get('period') ?? '', today) ?? fallback, range: null }
}

function periodOf(key: string, today: Day): Period | null {
  const recent = RECENT_PERIODS.find((one) => one === key)
  if (recent) return recentPeriod(recent, today)
  const month = `${key}-01`
  if (/^\d{4}-\d{2}$/.test(key) && isDay(month)) {
    return month >= FIRST_DAY && month <= today ? monthPeriod(month, today) : null
  }
  const [from = '', to = ''] = key.split('..')
  return rangeProblems(from, to, today) ? null : rangePeriod({ from, to })
}

function rangePeriod(span: Span): Period {
  return ofDays(`${span.from}..${span.to}`, spanName(span), span)
}

function rangeProblems(since: string, until: string, today: Day): RangeProblems['problems'] | null {
  const isKnown = (day: string) => isDay(day) && day >= FIRST_DAY && day <= today
  const problems = {
    ...(!isKnown(since) && { since: `Choose a day from ${dayWithYear(FIRST_DAY)} to today` }),
    ...(!isKnown(until) && { until: `Choose a day from ${dayWithYear(FIRST_DAY)} to today` }),
  }
  if (Object.keys(problems).length > 0) return problems
  if (until < since) return { until: 'Choose a day that is not before the first' }
  return daysBetween(since, until) >= MAX_DAYS ? { until: 'Choose at most two years' } : null
}

/** '1 Nov 2026'. */
export function dayWithYear(day: Day): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`
}

/** '1 Nov to 21 Nov 2026', the year of both where they differ. */
export function spanName({ from, to }: Span): string {
  if (from === to) return dayWithYear(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? shortDay(from) : dayWithYear(from)} to ${dayWithYear(to)}`
}

/** This month and those before it, back to that of the first day, newest first; at most five years. */
export function monthsBack(first: Day | null, today: Day): { key: string; name: string }[] {
  const months: { key: string; name: string }[] = []
  const oldest = first && first > FIRST_DAY ? monthOf(first) : monthOf(first ? FIRST_DAY : today)
  for (let month = monthOf(today); month >= oldest && months.length < 60; month = addMonths(month, -1)) {
    months.push({ key: month.slice(0, 7), name: monthName(month) })
  }
  return months
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
