import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysBetween,
  isDay,
  monthName,
  monthOf,
  shortDay,
  startOf,
} from '#shop/kernel/day.ts'

/** Recent periods end today, inclusive. */
export const RECENT_PERIOD_NAMES = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '1y': 'Last year',
}
export type RecentPeriod = keyof typeof RECENT_PERIOD_NAMES
export const RECENT_PERIODS = Object.keys(RECENT_PERIOD_NAMES) as RecentPeriod[]
const RECENT_DAYS: Record<RecentPeriod, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

export const DEFAULT_PERIOD: RecentPeriod = '30d'

export const MAX_DAYS = 731
/** No shop has older figures. */
export const FIRST_DAY: Day = '2020-01-01'

/** Days in India, inclusive. */
export type Span = { from: Day; to: Day }

export type Period = {
  /** In the query string: '30d', '2026-10' or '2026-10-03..2026-11-12'. */
  key: string
  name: string
  current: Span
  previous: Span
  /** The moment on the last day of `previous` up to which orders count; null if that whole day counts. */
  until: Date | null
}

/** `until`: the moment on the last day up to which orders count; null if that whole day counts. */
export type Slice = { span: Span; until: Date | null }

export function wholeDays(span: Span): Slice {
  return { span, until: null }
}

export function baseOf({ previous, until }: Period): Slice {
  return { span: previous, until }
}

/** Returns the spans to compare by whole days; null when no day is over. */
export function comparedDays(period: Period): { now: Span; before: Span } | null {
  const { current, previous, until } = period
  if (!until) return { now: current, before: previous }
  const [now, earlier] = [withoutLastDay(current), withoutLastDay(previous)]
  return now && earlier && { now, before: earlier }
}

export function recentPeriod(key: RecentPeriod, now: Date): Period {
  const today = dayOf(now)
  const current = { from: addDays(today, 1 - RECENT_DAYS[key]), to: today }
  return daysPeriod(key, RECENT_PERIOD_NAMES[key], current, now)
}

function daysPeriod(key: string, name: string, current: Span, now: Date): Period {
  const last = addDays(current.from, -1)
  const days = daysBetween(current.from, current.to)
  const previous = { from: addDays(last, -days), to: last }
  return { key, name, current, previous, until: current.to === dayOf(now) ? sameTimeOn(last, now) : null }
}

function sameTimeOn(day: Day, now: Date): Date {
  return new Date(startOf(day).getTime() + now.getTime() - startOf(dayOf(now)).getTime())
}

/** Returns the span without its last day, or null if no day is left. */
export function withoutLastDay({ from, to }: Span): Span | null {
  return from < to ? { from, to: addDays(to, -1) } : null
}

/** Compares a month with the month before; the current month with as many days and hours of it, at most all. */
function monthPeriod(month: Day, now: Date): Period {
  const today = dayOf(now)
  const monthBefore = addMonths(month, -1)
  const [last, lastBefore] = [addDays(addMonths(month, 1), -1), addDays(month, -1)]
  const isOver = last < today
  const days = daysBetween(month, today)
  const isWhole = isOver || days > daysBetween(monthBefore, lastBefore)
  const previous = { from: monthBefore, to: isWhole ? lastBefore : addDays(monthBefore, days) }
  return {
    key: month.slice(0, 7),
    name: isOver ? monthName(month) : `${monthName(month)} so far`,
    current: { from: month, to: isOver ? last : today },
    previous,
    until: isWhole ? null : sameTimeOn(previous.to, now),
  }
}

/** An invalid range as entered, and the problem of each field. */
export type RangeProblems = { since: string; until: string; problems: { since?: string; until?: string } }

/**
 * Reads `period=` with a key, or `since=` and `until=`. An invalid range returns problems and no period; any other
 * invalid text returns the default period.
 */
export function readPeriod(params: URLSearchParams, now: Date) {
  const [since, until] = [params.get('since') ?? '', params.get('until') ?? '']
  const today = dayOf(now)
  if (since !== '' || until !== '') {
    const problems = rangeProblems(since, until, today)
    if (problems)
      return { period: null, range: { since: since.slice(0, 20), until: until.slice(0, 20), problems } }
    return { period: rangePeriod({ from: since, to: until }, now), range: null }
  }
  return { period: periodOf(params.get('period') ?? '', now), range: null }
}

/** Returns the default period for an unknown key. */
export function periodOf(key: string, now: Date): Period {
  return knownPeriod(key, now) ?? recentPeriod(DEFAULT_PERIOD, now)
}

function knownPeriod(key: string, now: Date): Period | null {
  const recent = RECENT_PERIODS.find((period) => period === key)
  if (recent) return recentPeriod(recent, now)
  const today = dayOf(now)
  const month = `${key}-01`
  if (/^\d{4}-\d{2}$/.test(key) && isDay(month)) {
    return month >= FIRST_DAY && month <= today ? monthPeriod(month, now) : null
  }
  const [from = '', to = ''] = key.split('..')
  return rangeProblems(from, to, today) ? null : rangePeriod({ from, to }, now)
}

function rangePeriod(span: Span, now: Date): Period {
  return daysPeriod(`${span.from}..${span.to}`, spanName(span), span, now)
}

function rangeProblems(since: string, until: string, today: Day): RangeProblems['problems'] | null {
  const isKnown = (day: string) => isDay(day) && day >= FIRST_DAY && day <= today
  const outside = `Choose a day from ${dayWithYear(FIRST_DAY)} to today`
  const problems = { ...(!isKnown(since) && { since: outside }), ...(!isKnown(until) && { until: outside }) }
  if (Object.keys(problems).length > 0) return problems
  if (until < since) return { until: 'Choose a day that is not before the first' }
  return daysBetween(since, until) >= MAX_DAYS ? { until: 'Choose at most two years' } : null
}

/** Returns '1 Nov 2026'. */
export function dayWithYear(day: Day): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`
}

/** Returns '1 Nov to 21 Nov 2026'. */
export function spanName({ from, to }: Span): string {
  if (from === to) return dayWithYear(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? shortDay(from) : dayWithYear(from)} to ${dayWithYear(to)}`
}

/** Returns the months from the current one back to the month of `first`, at most five years. */
export function monthsBack(first: Day | null, today: Day): { key: string; name: string }[] {
  const months: { key: string; name: string }[] = []
  const oldest = first && first > FIRST_DAY ? monthOf(first) : monthOf(first ? FIRST_DAY : today)
  for (let month = monthOf(today); month >= oldest && months.length < 60; month = addMonths(month, -1)) {
    months.push({ key: month.slice(0, 7), name: monthName(month) })
  }
  return months
}

/** Returns the whole months within a span. `end` is exclusive. */
export function wholeMonths({ from, to }: Span): { first: Day; end: Day } {
  const first = monthOf(from) === from ? from : addMonths(monthOf(from), 1)
  const end = monthOf(addDays(to, 1))
  return end > first ? { first, end } : { first, end: first }
}

export function consecutiveSpans(days: readonly Day[]): Span[] {
  const runs: Span[] = []
  for (const day of [...new Set(days)].toSorted()) {
    const last = runs.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}
