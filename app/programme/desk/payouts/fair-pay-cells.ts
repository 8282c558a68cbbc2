import type { CsvCell } from '#shop/kernel/csv.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { toRupees } from '#shop/kernel/money.ts'
import type { FairPayRow, QuestionDays } from '#shop/programme/fair-pay.ts'

/** The rows behind the report, one for each task; with names only if they were chosen. Amounts in rupees, days in India. */
export function fairPayCells(
  rows: readonly FairPayRow[],
  { withNames }: { withNames: boolean },
): CsvCell[][] {
  const headings = [
    ...[
      'task_id',
      'worker',
      ...(withNames ? ['name'] : []),
      'group',
      'task',
      'quantity',
      'unit',
      'amount_inr',
    ],
    ...[
      'confirmed_on',
      'minutes',
      'inr_per_hour',
      'minimum_inr_per_hour',
      'below_minimum',
      'paid_on',
      'days_to_pay',
    ],
  ]
  const cells = rows.map((row): CsvCell[] => [
    row.workLogId,
    row.worker,
    ...(withNames ? [row.workerName] : []),
    row.groupName,
    row.taskName,
    row.quantity,
    row.unit,
    toRupees(row.amount),
    dayOf(row.confirmedAt),
    row.minutes,
    row.hourly && toRupees(row.hourly),
    toRupees(row.minimum),
    row.isBelow === null ? null : row.isBelow ? 'yes' : 'no',
    row.paidAt && dayOf(row.paidAt),
    row.daysToPay,
  ])
  return [headings, ...cells]
}

/** Questions about pay without their texts. */
export function questionCells(questions: readonly QuestionDays[]): CsvCell[][] {
  const rows = questions.map(({ askedAt, answeredAt }) => [dayOf(askedAt), answeredAt && dayOf(answeredAt)])
  return [['asked_on', 'answered_on'], ...rows]
}
