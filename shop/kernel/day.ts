import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'

/** A calendar day in India: '2026-11-21'. */
export type Day = string

/** India has one time zone without daylight saving time. */
const OFFSET_MS = 5.5 * HOUR_MS

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  // Date accepts '2026-02-31' as a day in March.
  return Number.isFinite(time.getTime()) && time.toISOString().startsWith(text)
}

export function dayOf(time: Date): Day {
  return new Date(time.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns '2026-11-21 14:05:00'. Spreadsheets treat a time with a zone as text. */
export function timeInIndia(time: Date): string {
  return new Date(time.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

export function startOf(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

export function addMonths(month: Day, months: number): Day {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10)
}

export function daysFrom(first: Day, last: Day): Day[] {
  const count = daysBetween(first, last) + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => addDays(first, at))
}

const short = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const shortMonth = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short', year: 'numeric' })

/** Returns '21 Nov'. */
export function shortDay(day: Day): string {
  return short.format(new Date(day))
}

/** Returns 'Nov 2026', for any day in the month. */
export function monthName(day: Day): string {
  return shortMonth.format(new Date(day))
}

/** Returns the day `count` business days later (Monday to Saturday). A negative `count` goes back. */
export function businessDaysFrom(from: Day, count: number): Day {
  let day = from
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, Math.sign(count))
    if (new Date(day).getUTCDay() !== 0) left -= 1
  }
  return day
}

const weekday = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'long' })
const dayAndMonth = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** Returns 'Friday 27 November'. */
export function dayInWords(day: Day): string {
  const time = new Date(day)
  return `${weekday.format(time)} ${dayAndMonth.format(time)}`
}
