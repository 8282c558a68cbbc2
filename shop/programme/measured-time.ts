/** Measures how long work takes, from its start to its photo, and leaves out implausible times. */
import { dayOf } from '#shop/kernel/day.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { hourlyRate } from '#shop/programme/pay.ts'
import { isImplausiblyFast } from '#shop/programme/task.ts'

/** A shorter time means that the phone was offline and sent start and photo at once. */
export const MIN_MINUTES = 5
/** A longer time includes more than work. */
export const MAX_MINUTES = 12 * 60

export type TimedTask = {
  startedAt: Date | null
  submittedAt: Date | null
  expectedMinutes: number | null
  /** The time of a returned task includes the review. */
  wasReturned: boolean
}

/** Returns the minutes from start to photo; null if unknown or implausible. */
export function measuredMinutes({ startedAt, submittedAt, expectedMinutes, wasReturned }: TimedTask) {
  if (!startedAt || !submittedAt || wasReturned) return null
  if (dayOf(startedAt) !== dayOf(submittedAt)) return null
  if (isImplausiblyFast(startedAt, submittedAt, expectedMinutes)) return null
  const minutes = Math.round((submittedAt.getTime() - startedAt.getTime()) / MINUTE_MS)
  return minutes >= MIN_MINUTES && minutes <= MAX_MINUTES ? minutes : null
}

/** Returns quartiles, interpolated between two values as in spreadsheets. Null without values. */
export function spreadOf(values: readonly number[]) {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const quantile = (part: number) => {
    const place = part * (sorted.length - 1)
    const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
    return below + (above - below) * (place - Math.floor(place))
  }
  return {
    least: quantile(0),
    lower: quantile(0.25),
    median: quantile(0.5),
    upper: quantile(0.75),
    most: quantile(1),
    count: values.length,
  }
}

export type Spread = NonNullable<ReturnType<typeof spreadOf>>

/** `minutesPerUnit`: the median of `count` tasks. */
export type MeasuredTime = { taskName: string; unit: string; minutesPerUnit: number; count: number }

/** `quantity`: number of accepted units. */
type WorkTask = TimedTask & { taskName: string; unit: string; quantity: number }

/** Returns the key of a kind of work: name and unit, ignoring case. */
export function workKey({ taskName, unit }: Pick<MeasuredTime, 'taskName' | 'unit'>): string {
  return `${taskName.trim().toLowerCase()}\n${unit.trim().toLowerCase()}`
}

/** Returns the median time per unit of each kind of work, most measured tasks first. */
export function measuredTimes(tasks: readonly WorkTask[]): MeasuredTime[] {
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

/** Returns the hourly pay by the measured time; null if this kind of work has none. */
export function measuredRate(
  measured: readonly MeasuredTime[],
  task: { taskName: string; unit: string; quantity: number; payment: Money },
): { hourly: Money; time: MeasuredTime } | null {
  const time = measured.find((entry) => workKey(entry) === workKey(task))
  return time ? { hourly: hourlyRate(task.payment, time.minutesPerUnit * task.quantity), time } : null
}

/** 'Measured in 14 tasks, the median is 2.4 minutes for one: ₹75 an hour'. */
export function measuredWords({ hourly, time }: { hourly: Money; time: MeasuredTime }): string {
  const minutes = formatNumber(time.minutesPerUnit, 2)
  const rate = formatPrice(wholeRupees(hourly))
  return `Measured in ${pluralize(time.count, 'task')}, the median is ${minutes} minutes for one: ${rate} an hour`
}
