/** Accounting periods in India: month, quarter, financial year (April to March). */
import { addDays, addMonths, type Day, dayOf, monthOf, startOf } from '#shop/kernel/day.ts'
import { monthAndYearIn } from '#shop/kernel/time.ts'

/** `key`: '2026-11', '2026-27-Q3' or '2026-27'. Both days are included. */
export type AccountPeriod = {
  key: string
  label: string
  kind: 'month' | 'quarter' | 'year'
  from: Day
  to: Day
}

/** The first year with GST, and the last that a key may name. */
const FIRST_YEAR = 2017
const LAST_YEAR = 2098

/** Parses a key; null if it is invalid. */
export function periodOf(key: string): AccountPeriod | null {
  const [, month] = /^\d{4}-(\d{2})$/.exec(key) ?? []
  const yearInKey = Number(key.slice(0, 4))
  if (yearInKey < FIRST_YEAR || yearInKey > LAST_YEAR) return null
  // '2026-27' is a year, '2026-12' a month.
  if (month && Number(month) >= 1 && Number(month) <= 12 && key !== yearKey(yearInKey))
    return monthPeriod(`${key}-01`)
  const [, first = '', , quarter] = /^(\d{4})-(\d{2})(?:-Q([1-4]))?$/.exec(key) ?? []
  const year = Number(first)
  if (first === '' || !key.startsWith(yearKey(year))) return null
  return quarter ? quarterPeriod(year, Number(quarter)) : yearPeriod(year)
}

/** Returns the key's period, or null if the key is invalid. Without a key, returns this month. */
export function periodOrMonth(key: string | null | undefined, now: Date): AccountPeriod | null {
  return key ? periodOf(key) : monthPeriod(dayOf(now))
}

function yearKey(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}

export function monthPeriod(day: Day): AccountPeriod {
  const from = monthOf(day)
  const label = monthAndYearIn('en', startOf(from))
  return { key: from.slice(0, 7), label, kind: 'month', from, to: addDays(addMonths(from, 1), -1) }
}

function quarterPeriod(year: number, quarter: number): AccountPeriod {
  const from = addMonths(`${year}-04-01`, 3 * (quarter - 1))
  const key = `${yearKey(year)}-Q${quarter}`
  return {
    key,
    label: `Quarter ${quarter} of ${yearKey(year)}`,
    kind: 'quarter',
    from,
    to: addDays(addMonths(from, 3), -1),
  }
}

function yearPeriod(year: number): AccountPeriod {
  const from = `${year}-04-01`
  const label = `Financial year ${yearKey(year)}`
  return { key: yearKey(year), label, kind: 'year', from, to: `${year + 1}-03-31` }
}

/** Returns the first year of a day's financial year: 2026 for 31 March 2027. */
function yearOf(day: Day): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}

/** Returns the quarter and year that contain a day. */
export function widerPeriods(day: Day): AccountPeriod[] {
  const year = yearOf(day)
  const month = Number(day.split('-')[1])
  return [quarterPeriod(year, Math.floor(((month + 8) % 12) / 3) + 1), yearPeriod(year)]
}

/** Returns the previous and next period of the same length. */
export function neighbours({ kind, from, to }: AccountPeriod) {
  const periodAt = (day: Day) => {
    const [quarter, year] = widerPeriods(day)
    return (kind === 'quarter' ? quarter : kind === 'year' ? year : undefined) ?? monthPeriod(day)
  }
  return { before: periodAt(addDays(from, -1)), after: periodAt(addDays(to, 1)) }
}
