/** Orders per day: a young, growing shop with busy weekends, paydays and festivals. */
import { addDays, type Day, daysBetween } from '#shop/kernel/day.ts'

/** Festivals; the ten days before them sell most. */
const FESTIVALS: readonly Day[] = [
  '2025-10-20', // Diwali
  '2026-01-14', // Makar Sankranti
  '2026-03-04', // Holi
  '2026-08-28', // Raksha Bandhan
  '2026-11-08', // Diwali
  '2027-01-14',
  '2027-03-22',
  '2027-08-17',
  '2027-10-29',
]
const BEFORE_FESTIVAL_DAYS = 10

const WEEKDAYS = [1.25, 1.05, 0.9, 0.88, 0.95, 1, 1.2]

/** Expected orders of a day; `age` (0 to 1) is the elapsed part of the year. */
export function ordersExpected(day: Day, age: number): number {
  const date = new Date(day)
  const weekday = WEEKDAYS[date.getUTCDay()] ?? 1
  const payday = date.getUTCDate() <= 6 ? 1.15 : 1
  return (4 + 6 * age) * weekday * payday * festivalFactor(day)
}

function festivalFactor(day: Day): number {
  const next = FESTIVALS.find((festival) => festival >= day && festival <= addDays(day, BEFORE_FESTIVAL_DAYS))
  if (next === undefined) return 1
  return 1 + 1.1 * (1 - daysBetween(day, next) / (BEFORE_FESTIVAL_DAYS + 1))
}

/** Weight of hydration products against millet products in a month. */
export function hydrationDemand(day: Day): number {
  const BY_MONTH = [0.5, 0.6, 0.9, 1.4, 1.8, 1.5, 0.9, 0.7, 0.7, 0.7, 0.6, 0.5]
  return BY_MONTH[new Date(day).getUTCMonth()] ?? 1
}
