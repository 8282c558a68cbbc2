import { data } from 'react-router'
import { ANALYTICS } from '#app/desk/paths.ts'
import { DEFAULT_PERIOD, type Period, readPeriod, spanName } from '#shop/analytics/period.ts'
import { formatTimeOfDay } from '#shop/kernel/time.ts'

/** Returns the period in the URL. 404 for an invalid range, because only the analytics page has a form for ranges. */
export function periodIn(params: URLSearchParams, now: Date): Period {
  const { period } = readPeriod(params, now)
  if (!period) throw data(null, { status: 404 })
  return period
}

/** Returns '1 Oct to 21 Oct 2026', or for an unfinished period '1 Oct to 21 Oct 2026 up to 2:05 pm'. */
export function daysBeforeName({ previous, until }: Period): string {
  return until ? `${spanName(previous)} up to ${formatTimeOfDay(until)}` : spanName(previous)
}

export function periodPath(
  { key }: Pick<Period, 'key'>,
  subpath = '',
  params: [string, string][] = [],
): string {
  const period: [string, string][] = key === DEFAULT_PERIOD ? [] : [['period', key]]
  const query = new URLSearchParams([...period, ...params])
  return `${ANALYTICS}${subpath}${query.size > 0 ? `?${query}` : ''}`
}

/** Returns the parameters that name one row of a report. `findReport` reads them. */
export function partParams(report: string, keys: readonly unknown[]): [string, string][] {
  return [['by', report], ...keys.map((key): [string, string] => ['key', `${key ?? ''}`])]
}
