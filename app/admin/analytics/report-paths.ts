import { data } from 'react-router'
import { ANALYTICS } from '#app/desk/paths.ts'
import { DEFAULT_PERIOD, type Period, readPeriod, spanName } from '#shop/analytics/period.ts'
import { formatTimeOfDay } from '#shop/kernel/time.ts'

/** The period of a report; 404 for an invalid range, which only the analytics page has a form for. */
export function periodIn(params: URLSearchParams, now: Date): Period {
  const { period } = readPeriod(params, now)
  if (!period) throw data(null, { status: 404 })
  return period
}

/** '1 Oct to 21 Oct 2026'; of a period that is not over '1 Oct to 21 Oct 2026 up to 2:05 pm'. */
export function daysBeforeName({ previous, until }: Period): string {
  return until ? `${spanName(previous)} up to ${formatTimeOfDay(until)}` : spanName(previous)
}

export function periodPath(
  { key }: Pick<Period, 'key'>,
  below = '',
  params: [string, string][] = [],
): string {
  const period: [string, string][] = key === DEFAULT_PERIOD ? [] : [['period', key]]
  const query = new URLSearchParams([...period, ...params])
  return `${ANALYTICS}${below}${query.size > 0 ? `?${query}` : ''}`
}

/** The parameters that name a part of a report's row: see `findReport`. */
export function partParams(report: string, keys: readonly unknown[]): [string, string][] {
  return [['by', report], ...keys.map((key): [string, string] => ['key', `${key ?? ''}`])]
}
