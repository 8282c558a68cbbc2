/** Measured times of work and the rows of the fair-pay report. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Ctx, Db } from '#shop/ctx.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'
import {
  type EarnedTask,
  fairPayRows,
  MAX_FAIR_PAY_TASKS,
  type QuestionDays,
} from '#shop/programme/fair-pay.ts'
import { type MeasuredTime, measuredTimes } from '#shop/programme/measured-time.ts'
import { listMinimumWages } from '#shop/programme/minimum-wages.read.ts'

const MEASURED_TASKS = 5_000
const MEASURED_KINDS = 300

const wasReturned = sql<boolean>`exists (select 1 from work_log_events
  where work_log_events.work_log_id = work_logs.id and move = 'reject')`

export async function readMeasuredTimes(db: Db): Promise<MeasuredTime[]> {
  const tasks = await db
    .selectFrom('workLogs')
    .select(['taskName', 'unit', 'expectedMinutes', 'startedAt', 'submissionDate as submittedAt'])
    .select((eb) => [
      eb.fn.coalesce('approvedQuantity', 'quantity').as('quantity'),
      wasReturned.as('wasReturned'),
    ])
    .where('state', 'in', ['approved', 'paid'])
    .where('startedAt', 'is not', null)
    .orderBy('submissionDate', 'desc')
    .limit(MEASURED_TASKS)
    .execute()
  return measuredTimes(tasks).slice(0, MEASURED_KINDS)
}

type Span = { from: Day; to: Day }

/** Returns the report's rows; null if there are more than `MAX_FAIR_PAY_TASKS`. */
export async function readFairPay({ reads, config }: Pick<Ctx, 'reads' | 'config'>, span: Span) {
  const [tasks, wages] = await Promise.all([
    earnedTasks(reads.figures, span),
    listMinimumWages(reads.figures),
  ])
  if (tasks.length > MAX_FAIR_PAY_TASKS) return null
  return fairPayRows(tasks, wages, { sellerState: config.seller.state, ownMinimum: config.minHourlyRate })
}

async function earnedTasks(db: Db, { from, to }: Span): Promise<EarnedTask[]> {
  const paidAt = sql<Date | null>`(select max(paid.created_at) from pay_entries paid
    where paid.work_log_id = entry.work_log_id and paid.kind = 'paid' and not exists (
      select 1 from pay_entries back where back.work_log_id = paid.work_log_id and back.kind = 'reversed'
        and back.payout_line_id = paid.payout_line_id))`
  return db
    .selectFrom('payEntries as entry')
    .innerJoin('workLogs', 'workLogs.id', 'entry.workLogId')
    .innerJoin('users', 'users.id', 'entry.userId')
    .leftJoin('shgGroups', 'shgGroups.id', 'entry.groupId')
    .select(['entry.workLogId', 'entry.userId', 'users.fullName as workerName', 'entry.groupId'])
    .select(['shgGroups.name as groupName', 'shgGroups.state', 'taskName', 'unit', 'entry.amount'])
    .select([
      'expectedMinutes',
      'startedAt',
      'submissionDate as submittedAt',
      'entry.createdAt as confirmedAt',
    ])
    .select((eb) => [
      eb.fn.coalesce('approvedQuantity', 'quantity').as('quantity'),
      wasReturned.as('wasReturned'),
      paidAt.as('paidAt'),
    ])
    .where('entry.kind', '=', 'earned')
    .where('entry.createdAt', '>=', startOf(from))
    .where('entry.createdAt', '<', startOf(addDays(to, 1)))
    .orderBy('entry.createdAt')
    .orderBy('entry.id')
    .limit(MAX_FAIR_PAY_TASKS + 1)
    .execute()
}

/** Returns questions that were asked or open in these days, oldest first. */
export async function questionDays(db: Db, { from, to }: Span): Promise<QuestionDays[]> {
  return db
    .selectFrom('payQuestions')
    .select(['askedAt', 'answeredAt'])
    .where('askedAt', '<', startOf(addDays(to, 1)))
    .where((eb) => eb.or([eb('answeredAt', 'is', null), eb('answeredAt', '>=', startOf(from))]))
    .orderBy('askedAt')
    .execute()
}
