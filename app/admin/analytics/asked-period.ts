import { data } from 'react-router'
import { type Period, readPeriod } from '#shop/analytics/period.ts'

/** The period of a page or file below Analytics; 404 for an invalid range, which only Analytics has a form for. */
export function askedPeriod(params: URLSearchParams, now: Date): Period {
  const { period } = readPeriod(params, now)
  if (!period) throw data(null, { status: 404 })
  return period
}
