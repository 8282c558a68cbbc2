import { type CsvCell, cellsOf, type FileColumn, headingsOf } from '#shop/kernel/csv.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { toRupees } from '#shop/kernel/money.ts'
import type { FairPayRow, QuestionDays } from '#shop/programme/fair-pay.ts'

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

/** The rows behind the report, one for each task; names only if chosen. Amounts in rupees, days in India. */
export function fairPayCells(rows: readonly FairPayRow[], names: { withNames: boolean }): CsvCell[][] {
  const columns = columnsOf(names)
  return [headingsOf(columns), ...rows.map((row) => cellsOf(columns, row))]
}

/** Questions about pay without their texts. */
export function questionCells(questions: readonly QuestionDays[]): CsvCell[][] {
  const rows = questions.map(({ askedAt, answeredAt }) => [dayOf(askedAt), answeredAt && dayOf(answeredAt)])
  return [['asked_on', 'answered_on'], ...rows]
}
