import { dayOf, INDIA, inIndia, isDay } from '#shop/kernel/day.ts'

/** Returns '21 Nov 2026'. */
export function formatDay(time: Date): string {
  return inIndia('en', { day: 'numeric', month: 'short', year: 'numeric' }, time)
}

/** Returns '21 Nov 2026, 9:12 am'. */
export function formatDayAndTime(time: Date): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return inIndia('en', { ...day, hour: 'numeric', minute: '2-digit' }, time)
}

/** Returns '9:12 am'. */
export function formatTimeOfDay(time: Date): string {
  return inIndia('en', { hour: 'numeric', minute: '2-digit' }, time)
}

/** Returns '24 November' or '24 नवंबर'. */
export function dayAndMonthIn(language: string, time: Date): string {
  return inIndia(language, { day: 'numeric', month: 'long' }, time)
}

/** Returns 'November 2026'. */
export function monthAndYearIn(language: string, time: Date): string {
  return inIndia(language, { month: 'long', year: 'numeric' }, time)
}

/** Returns '24 November 2026'. */
export function longDayIn(language: string, time: Date): string {
  return inIndia(language, { day: 'numeric', month: 'long', year: 'numeric' }, time)
}

/** Returns '18:05'. */
export function timeIn(language: string, time: Date): string {
  return inIndia(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, time)
}

/** Returns '27 November at 6:40 in the evening'. Only for the server. */
export function momentIn(language: string, time: Date): string {
  return new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, {
    ...{ timeZone: INDIA, day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', hour12: true },
    dayPeriod: 'long',
  }).format(time)
}

/** Returns the last moment of '2026-12-31' in India; null for an invalid day. */
export function endOfDay(written: string): Date | null {
  return isDay(written) ? new Date(`${written}T23:59:59.999+05:30`) : null
}

/** Returns the Indian financial year (April to March) as '26-27'. */
export function financialYear(time: Date): string {
  const [year = 0, month = 0] = dayOf(time).split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  const twoDigits = (number: number) => String(number % 100).padStart(2, '0')
  return `${twoDigits(first)}-${twoDigits(first + 1)}`
}
