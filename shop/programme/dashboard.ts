/** The figures of a worker's dashboard. */
import { dayOf, monthOf, startOf } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { STATUSES_OF, type Task } from '#shop/programme/task.ts'

export type CountedTask = Pick<Task, 'state' | 'paymentAmount' | 'submissionDate' | 'rating'>

export function workerFigures(tasks: readonly CountedTask[], now: Date) {
  // Approved work only: work that is in review may still be rejected.
  const completed = tasks.filter((task) => STATUSES_OF[task.state].adminReviewStatus === 'approved')
  const paid = tasks.filter((task) => STATUSES_OF[task.state].paymentStatus === 'paid')
  const since = startOf(monthOf(dayOf(now)))
  const thisMonth = paid.filter(({ submissionDate }) => submissionDate !== null && submissionDate >= since)
  return {
    totalTasks: tasks.length,
    completedTasks: completed.length,
    totalEarnings: sumOf(paid),
    // In percent, with decimals.
    completionRate: tasks.length === 0 ? 0 : (completed.length / tasks.length) * 100,
    monthEarnings: sumOf(thisMonth),
    // Null before the first review.
    rating: mean(tasks.flatMap(({ rating }) => rating ?? [])),
  }
}

export type WorkerFigures = ReturnType<typeof workerFigures>

function sumOf(tasks: readonly CountedTask[]): Money {
  return add(NO_MONEY, ...tasks.map((task) => task.paymentAmount))
}

function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
