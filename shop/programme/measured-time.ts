/** How long work takes, measured from its start to its photo where that can be the time that it took. */

import { dayOf } from '#shop/kernel/day.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { counted } from '#shop/kernel/text.ts'
import { hourlyRate } from '#shop/programme/pay.ts'
import { isImplausiblyFast } from '#shop/programme/task.ts'

/** Shorter ones come from phones that were offline and sent start and photo at once. */
export const LEAST_MINUTES = 5
/** Longer ones contain more than work. */
export const MOST_MINUTES = 12 * 60

export type TimedTask = {
  startedAt: Date | null
  submittedAt: Date | null
  expectedMinutes: number | null
  /** It was sent back and done again, so that its time contains the review. */
  wasReturned: boolean
}

/**
 * The minutes from start to photo; null where they are unknown or implausible: on two days in India, under 5 minutes or
 * over 12 hours, under a quarter of the expected time, or for work that was done again.
 */
export function measuredMinutes({
  startedAt,
  submittedAt,
  expectedMinutes,
  wasReturned,
}: TimedTask): number | null {
  if (!startedAt || !submittedAt || wasReturned) return null
  if (dayOf(startedAt) !== dayOf(submittedAt)) return null
  if (isImplausiblyFast(startedAt, submittedAt, expectedMinutes)) return null
  const minutes = Math.round((submittedAt.getTime() - startedAt.getTime()) / MINUTE_MS)
  return minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES ? minutes : null
}

/** Median, quartiles and extremes. Between two values they are interpolated, as spreadsheets do. */
export type Spread = {
  least: number
  lower: number
  median: number
  upper: number
  most: number
  count: number
}

/** The spread of these values; null without any. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => {
    const place = part * (sorted.length - 1)
    const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
    return below + (above - below) * (place - Math.floor(place))
  }
  return {
    least: at(0),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    most: at(1),
    count: values.length,
  }
}

/** What tasks of one name and unit took: the median of their minutes per unit, and of how many tasks. */
export type MeasuredTime = { taskName: string; unit: string; minutesPerUnit: number; count: number }

/** `quantity`: what was accepted. */
type Named = TimedTask & { taskName: string; unit: string; quantity: number }

/** Tasks with the same name and unit are the same work, however they are capitalised. */
export function workKey({ taskName, unit }: Pick<MeasuredTime, 'taskName' | 'unit'>): string {
  return `${taskName.trim().toLowerCase()}\n${unit.trim().toLowerCase()}`
}

/** The measured times of each kind of work, the most often measured first. */
export function measuredTimes(tasks: readonly Named[]): MeasuredTime[] {
  const kinds = groupBy(tasks, workKey)
  const measured = [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const perUnit = [first, ...others].flatMap((task) => {
      const minutes = measuredMinutes(task)
      return minutes === null ? [] : minutes / task.quantity
    })
    const spread = spreadOf(perUnit)
    return spread
      ? { taskName: first.taskName, unit: first.unit, minutesPerUnit: spread.median, count: spread.count }
      : []
  })
  return measured.toSorted((a, b) => b.count - a.count)
}

/** The hourly pay of so many units by the measured time; null where the work was never measured. */
export function measuredRate(
  measured: readonly MeasuredTime[],
  task: { taskName: string; unit: string; quantity: number; payment: Money },
): { hourly: Money; time: MeasuredTime } | null {
  const time = measured.find((one) => workKey(one) === workKey(task))
  return time ? { hourly: hourlyRate(task.payment, time.minutesPerUnit * task.quantity), time } : null
}

/** 'Measured in 14 tasks, the median is 2.4 minutes for one: ₹75 an hour'. */
export function measuredWords({ hourly, time }: { hourly: Money; time: MeasuredTime }): string {
  const minutes = formatNumber(time.minutesPerUnit, 2)
  const rate = formatPrice(wholeRupees(hourly))
  return `Measured in ${counted(time.count, 'task')}, the median is ${minutes} minutes for one: ${rate} an hour`
}
