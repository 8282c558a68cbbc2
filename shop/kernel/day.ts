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

/** People read Indian Standard Time; storage and API are UTC. */
export const INDIA = 'Asia/Kolkata'

/** Created on first use: creating one takes a slow phone 30 ms. */
const formats = new Map<string, Intl.DateTimeFormat>()

type Parts = 'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'hourCycle'

/** Returns the parts of a time in the language, with Western digits. */
export function inIndia(language: string, parts: Pick<Intl.DateTimeFormatOptions, Parts>, time: Date) {
  const key = language + JSON.stringify(parts)
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { ...parts, timeZone: INDIA })
  formats.set(key, format)
  return format.format(time)
}

/** Returns '21 Nov'. */
export function shortDay(day: Day): string {
  return inIndia('en', { day: 'numeric', month: 'short' }, startOf(day))
}

/** Returns 'Nov 2026', for any day in the month. */
export function monthName(day: Day): string {
  return inIndia('en', { month: 'short', year: 'numeric' }, startOf(day))
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

/** Returns 'Friday 27 November'. */
export function dayInWords(day: Day): string {
  const time = startOf(day)
  return `${inIndia('en', { weekday: 'long' }, time)} ${inIndia('en', { day: 'numeric', month: 'long' }, time)}`
}
