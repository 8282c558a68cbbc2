/** Pay for work in a period, for funders. All figures are computed from rows of the pay ledger. */
import { type CsvCell, cellsOf, type FileColumn, headingsOf } from '#shop/kernel/csv.ts'
import { addDays, type Day, dayOf, daysBetween, startOf } from '#shop/kernel/day.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { add, type Money, NO_MONEY, partOf, toRupees } from '#shop/kernel/money.ts'
import { measuredMinutes, spreadOf, type TimedTask, workKey } from '#shop/programme/measured-time.ts'
import { type MinimumWage, minimumOn } from '#shop/programme/minimum-wage.ts'
import { hourlyRate } from '#shop/programme/pay.ts'
import { isInPieces } from '#shop/programme/task.ts'

/** A period with more tasks is refused instead of truncated. */
export const MAX_FAIR_PAY_TASKS = 20_000

export type EarnedTask = TimedTask & {
  workLogId: string
  userId: string
  workerName: string
  groupId: string | null
  groupName: string | null
  /** The group's state; null: the seller's. */
  state: string | null
  taskName: string
  unit: string
  /** Number of accepted units. */
  quantity: number
  amount: Money
  confirmedAt: Date
  /** Null until paid; returned payments are ignored. */
  paidAt: Date | null
}

export function fairPayRows(
  tasks: readonly EarnedTask[],
  wages: readonly MinimumWage[],
  { sellerState, ownMinimum }: { sellerState: string | null; ownMinimum: Money },
) {
  const numbers = new Map(
    [...new Set(tasks.map(({ userId }) => userId))].toSorted().map((id, at) => [id, at + 1]),
  )
  return tasks.map(({ startedAt, submittedAt, expectedMinutes, wasReturned, ...task }) => {
    const minutes = measuredMinutes({ startedAt, submittedAt, expectedMinutes, wasReturned })
    const hourly = minutes === null ? null : hourlyRate(task.amount, minutes)
    const day = dayOf(task.confirmedAt)
    const minimum = minimumOn(wages, { state: task.state ?? sellerState, day, own: ownMinimum }).hourly
    return {
      ...task,
      // Identifies the worker in a file without names.
      worker: numbers.get(task.userId) ?? 0,
      ...{ minutes, hourly, minimum },
      isBelow: hourly === null ? null : hourly < minimum,
      daysToPay: task.paidAt ? daysBetween(day, dayOf(task.paidAt)) : null,
    }
  })
}

export type FairPayRow = ReturnType<typeof fairPayRows>[number]

export function fairPayOf(rows: readonly FairPayRow[]) {
  const others = groupBy(
    rows.filter(({ unit }) => !isInPieces(unit)),
    ({ unit }) => unit.trim().toLowerCase(),
  )
  const unpaid = rows.filter(({ paidAt }) => paidAt === null)
  return {
    ...sumsOf(rows),
    pieces: quantityOf(rows.filter(({ unit }) => isInPieces(unit))),
    otherUnits: [...others].map(([unit, unitRows]) => ({ unit, quantity: quantityOf(unitRows) })),
    workers: new Set(rows.map(({ userId }) => userId)).size,
    groups: new Set(rows.flatMap(({ groupId }) => groupId ?? [])).size,
    minutes: rows.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    daysToPay: spreadOf(rows.flatMap(({ daysToPay }) => daysToPay ?? [])),
    unpaid: unpaid.length,
    unpaidAmount: amountOf(unpaid),
    kinds: [...groupBy(rows, workKey).values()].map(kindOf).toSorted((a, b) => b.amount - a.amount),
  }
}

export type FairPay = ReturnType<typeof fairPayOf>

function kindOf(rows: FairPayRow[]) {
  const [first] = rows
  const [quantity, amount] = [quantityOf(rows), amountOf(rows)]
  return {
    ...sumsOf(rows),
    ...{ taskName: first?.taskName ?? '', unit: first?.unit ?? '', quantity },
    // Average, rounded half up to the paisa.
    rate: partOf(amount, quantity),
    minutesPerUnit: spreadOf(rows.flatMap((row) => (row.minutes === null ? [] : row.minutes / row.quantity))),
  }
}

function sumsOf(rows: readonly FairPayRow[]) {
  return {
    tasks: rows.length,
    amount: amountOf(rows),
    // In paise, of measured tasks.
    hourly: spreadOf(rows.flatMap(({ hourly }) => hourly ?? [])),
    below: rows.filter(({ isBelow }) => isBelow).length,
  }
}

function amountOf(rows: readonly Pick<FairPayRow, 'amount'>[]): Money {
  return add(NO_MONEY, ...rows.map(({ amount }) => amount))
}

function quantityOf(rows: readonly Pick<FairPayRow, 'quantity'>[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0)
}

export type QuestionDays = { askedAt: Date; answeredAt: Date | null }

/** Counts questions asked from `from` to `to`, and those open at the end of `to`. */
export function questionCounts(questions: readonly QuestionDays[], { from, to }: { from: Day; to: Day }) {
  const end = startOf(addDays(to, 1)).getTime()
  return {
    asked: questions.filter(({ askedAt }) => dayOf(askedAt) >= from && askedAt.getTime() < end).length,
    open: questions.filter(
      ({ askedAt, answeredAt }) =>
        askedAt.getTime() < end && (answeredAt === null || answeredAt.getTime() >= end),
    ).length,
  }
}

const NAME: FileColumn<FairPayRow> = ['name', ({ workerName }) => workerName]

const columnsOf = ({ withNames }: { withNames: boolean }): FileColumn<FairPayRow>[] => [
  ['task_id', ({ workLogId }) => workLogId],
  ['worker', ({ worker }) => worker],
  ...(withNames ? [NAME] : []),
  ['group', ({ groupName }) => groupName],
  ['task', ({ taskName }) => taskName],
  ['quantity', ({ quantity }) => quantity],
  ['unit', ({ unit }) => unit],
  ['amount_inr', ({ amount }) => toRupees(amount)],
  ['confirmed_on', ({ confirmedAt }) => dayOf(confirmedAt)],
  ['minutes', ({ minutes }) => minutes],
  ['inr_per_hour', ({ hourly }) => hourly && toRupees(hourly)],
  ['minimum_inr_per_hour', ({ minimum }) => toRupees(minimum)],
  ['below_minimum', ({ isBelow }) => (isBelow === null ? null : isBelow ? 'yes' : 'no')],
  ['paid_on', ({ paidAt }) => paidAt && dayOf(paidAt)],
  ['days_to_pay', ({ daysToPay }) => daysToPay],
]

/** Returns one row per task, with names if chosen. Amounts are in rupees, days in India. */
export function fairPayCells(rows: readonly FairPayRow[], names: { withNames: boolean }): CsvCell[][] {
  const columns = columnsOf(names)
  return [headingsOf(columns), ...rows.map((row) => cellsOf(columns, row))]
}

/** Returns the dates of questions about pay, without their texts. */
export function questionCells(questions: readonly QuestionDays[]): CsvCell[][] {
  const rows = questions.map(({ askedAt, answeredAt }) => [dayOf(askedAt), answeredAt && dayOf(answeredAt)])
  return [['asked_on', 'answered_on'], ...rows]
}
