/** Pay for pages and API. The caller has checked that the actor may see it. */
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Ctx, Db } from '#shop/ctx.ts'
import { ownAccounts } from '#shop/customers/own-accounts.read.ts'
import { addDays, addMonths, type Day, dayOf, mondayOf, startOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { roleMay } from '#shop/kernel/permissions.ts'
import { STAFF_ROLES } from '#shop/kernel/staff-role.ts'
import { countRows } from '#shop/lists.read.ts'
import { outgoingSum } from '#shop/programme/outgoing.read.ts'
import {
  type Balance,
  balanceOf,
  closingOf,
  type PayEntry,
  type PayKind,
  type Payout,
  type PayoutLine,
  plainReference,
  type ReferenceUse,
  type Statement,
  toBalance,
} from '#shop/programme/pay.ts'
import { upiAt } from '#shop/programme/upi.ts'
import { languageIn, type Worker, writtenFor } from '#shop/programme/worker.ts'
import { inGroups, openUpiChanges } from '#shop/programme/workers.read.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

export async function payBalance(db: Db, userId: string): Promise<Balance> {
  const sumOf = (kind: PayKind) => sql<Money>`coalesce(sum(amount) filter (where kind = ${kind}), 0)::bigint`
  const row = await db
    .selectFrom('payEntries')
    .select([sumOf('earned').as('earned'), sumOf('paid').as('paid'), sumOf('reversed').as('reversed')])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return toBalance(row.earned, row.paid, row.reversed)
}

/** Returns the pay approved this week (Monday to Sunday in India), and the pay owed in payouts and outside them. */
export async function weekPay(db: Db, userId: string, now: Date) {
  const from = mondayOf(dayOf(now))
  const after = addDays(from, 7)
  const week = db
    .selectFrom('payEntries')
    .select(sql<Money>`coalesce(sum(amount), 0)::bigint`.as('earned'))
    .where('userId', '=', userId)
    .where('kind', '=', 'earned')
    .where('createdAt', '>=', startOf(from))
    .where('createdAt', '<', startOf(after))
  const sumOf = (isInPayout: boolean) =>
    sql<Money>`coalesce(sum(payment_amount) filter (where (payout_line_id is not null) = ${isInPayout}), 0)::bigint`
  const owed = db
    .selectFrom('workLogs')
    .select([sumOf(false).as('notInPayout'), sumOf(true).as('inPayout')])
    .where('userId', '=', userId)
    .where('state', '=', 'approved')
  const [{ earned }, { notInPayout, inPayout }] = await Promise.all([
    week.executeTakeFirstOrThrow(),
    owed.executeTakeFirstOrThrow(),
  ])
  return { week: { from, to: addDays(after, -1) }, earnedThisWeek: earned, notInPayout, inPayout }
}

/** Returns the ledger entries from `from` until before `to`, oldest first. */
export async function payEntries(db: Db, userId: string, from: Date, to: Date): Promise<PayEntry[]> {
  return db
    .selectFrom('payEntries')
    .innerJoin('workLogs', 'workLogs.id', 'payEntries.workLogId')
    .leftJoin('payoutLines', 'payoutLines.id', 'payEntries.payoutLineId')
    .select([
      'payEntries.id',
      'kind',
      'payEntries.amount',
      'workLogId',
      'taskName',
      'taskNameHi',
      'unit',
      'reference',
    ])
    .select(sql<number>`coalesce(approved_quantity, work_logs.quantity)`.as('quantity'))
    .select('payEntries.createdAt')
    .where('payEntries.userId', '=', userId)
    .where('payEntries.createdAt', '>=', from)
    .where('payEntries.createdAt', '<', to)
    .orderBy('payEntries.id')
    .execute()
}

/** Returns the pay owed before `moment`. */
export async function owedBefore(db: Db, userId: string, moment: Date): Promise<Money> {
  const row = await db
    .selectFrom('payEntries')
    .select(
      sql<Money>`coalesce(sum(case kind when 'paid' then -amount else amount end), 0)::bigint`.as('owed'),
    )
    .where('userId', '=', userId)
    .where('createdAt', '<', moment)
    .executeTakeFirstOrThrow()
  return row.owed
}

function selectLines(db: Db) {
  return db
    .selectFrom('payoutLines')
    .innerJoin('payouts', 'payouts.id', 'payoutLines.payoutId')
    .innerJoin('users', 'users.id', 'payoutLines.userId')
    .leftJoin('workers', 'workers.userId', 'payoutLines.userId')
    .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
    .select(['payoutLines.id', 'payoutId', 'payouts.number as payoutNumber', 'payoutLines.userId'])
    .select(['users.fullName as workerName', 'workers.language', 'shgGroups.name as groupName'])
    .select([
      sealed('payout_lines', 'upi_id').as('upiId'),
      sql<boolean>`payout_lines.upi_id is not null`.as('hasUpi'),
    ])
    .select(['amount', 'payoutLines.state', 'reference', 'payouts.createdAt', 'paidAt'])
    .select(['confirmedAt', 'closedNote'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('workLogs')
          .select(['workLogs.id', 'taskName', 'taskNameHi', 'paymentAmount as amount'])
          .whereRef('payoutLineId', '=', 'payoutLines.id')
          .orderBy('submissionDate')
          .orderBy('workLogs.id'),
      ).as('tasks'),
    )
}

type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number]

function toLine({ hasUpi, ...row }: LineRow): PayoutLine {
  return {
    ...row,
    isUpiCorrupt: hasUpi && row.upiId === null,
    language: languageIn(row.language) ?? 'en',
  }
}

/** Returns a worker's payments, newest first. `after`: the number of the last payout on the previous page. */
export async function listPayments(
  db: Db,
  userId: string,
  { limit = 100, after }: { limit?: number; after?: number | undefined } = {},
): Promise<PayoutLine[]> {
  let query = selectLines(db)
    .where('payoutLines.userId', '=', userId)
    .where('payoutLines.state', '!=', 'dropped')
  if (after !== undefined) query = query.where('payouts.number', '<', after)
  const rows = await query.orderBy('payouts.number', 'desc').limit(limit).execute()
  return rows.map(toLine)
}

export async function countPayments(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('payoutLines').where('userId', '=', userId).where('state', '!=', 'dropped'))
}

export async function findPayment(db: Db, lineId: string): Promise<PayoutLine | null> {
  if (!isUuid(lineId)) return null
  const row = await selectLines(db).where('payoutLines.id', '=', lineId).executeTakeFirst()
  return row ? toLine(row) : null
}

export async function findPayout(db: Db, id: string): Promise<Payout | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('payouts')
    .leftJoin('users', 'users.id', 'payouts.createdBy')
    .leftJoin('users as approver', 'approver.id', 'payouts.approvedBy')
    .select(['payouts.id', 'number', 'payouts.createdAt', 'createdBy', 'users.fullName as createdByName'])
    .select(['approvedAt', 'approver.fullName as approvedByName'])
    .select(['users.staffRole as makerRole', 'approver.staffRole as approverRole'])
    .where('payouts.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const lines = await selectLines(db)
    .where('payoutId', '=', id)
    .orderBy('users.fullName')
    .orderBy('payoutLines.id')
    .execute()
  const { makerRole, approverRole, ...payout } = row
  const payoutLines = lines.map(toLine)
  const payments = payoutLines
    .filter(({ state }) => state === 'waiting' || state === 'paid')
    .map(({ userId, amount }) => ({ payeeId: userId, amount }))
  const { createdBy: payerId, createdAt: at, number: payoutNumber } = row
  const mayPay = (staffRole: string | null) =>
    STAFF_ROLES.some((role) => role === staffRole && roleMay(role, 'payouts'))
  return {
    ...payout,
    makerMayPay: mayPay(makerRole),
    approverMayPay: mayPay(approverRole),
    outgoingSum: await outgoingSum(db, { payerId, payments, at, payoutNumber }),
    lines: payoutLines,
  }
}

/** Returns payouts, newest first. Their figures leave out dropped and returned lines. */
export async function listPayouts(db: Db, limit = 50) {
  return db
    .selectFrom('payouts')
    .leftJoin('payoutLines as line', (join) =>
      join.onRef('line.payoutId', '=', 'payouts.id').on('line.state', 'in', ['waiting', 'paid']),
    )
    .select(['payouts.id', 'number', 'payouts.createdAt'])
    .select([
      sql<number>`count(line.id)`.as('workers'),
      sql<Money>`coalesce(sum(line.amount), 0)::bigint`.as('total'),
      sql<number>`count(line.id) filter (where line.state = 'waiting')`.as('waiting'),
      sql<number>`count(line.confirmed_at)`.as('confirmed'),
    ])
    .groupBy('payouts.id')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

export type PayoutSummary = Awaited<ReturnType<typeof listPayouts>>[number]
export type PayableWorker = Awaited<ReturnType<typeof payableWorkers>>[number]

/** Returns the lines of a payout that this person could make now. */
export async function payableWorkers(db: Db, { payerId, now }: { payerId: string; now: Date }) {
  const rows = await db
    .selectFrom('workLogs')
    .innerJoin('users', 'users.id', 'workLogs.userId')
    .leftJoin('workers', 'workers.userId', 'users.id')
    .leftJoin(openUpiChanges(db), 'upi.userId', 'workers.userId')
    .select(['users.id as userId', 'users.fullName as workerName', 'newUpiId', 'countsFrom'])
    .select([sealed('workers', 'upi_id').as('upiId'), sql<boolean>`workers.upi_id is not null`.as('hasUpi')])
    .select([sql<number>`count(*)`.as('tasks'), sql<Money>`sum(payment_amount)::bigint`.as('amount')])
    .where('state', '=', 'approved')
    .where('payoutLineId', 'is', null)
    .groupBy(['users.id', 'users.fullName', 'workers.userId', 'upiId', 'newUpiId', 'countsFrom'])
    .orderBy('users.fullName')
    .orderBy('users.id')
    .execute()
  const own = await ownAccounts(db, payerId, rows)
  const others = rows.filter(({ userId }) => !own.has(userId))
  return others.map(({ upiId, hasUpi, newUpiId, countsFrom, ...row }) => ({
    ...row,
    ...upiAt(
      {
        upiId,
        isUpiCorrupt: hasUpi && upiId === null,
        upiChange: countsFrom && { newUpiId, countsFrom },
      },
      now,
    ),
  }))
}

/** Returns the newest payment with each reference, ignoring case and separators. */
export async function referenceUses(db: Db, references: readonly string[]): Promise<ReferenceUse[]> {
  const plain = references.map(plainReference)
  const { rows } = await sql<ReferenceUse>`
    select distinct on (upper(translate(reference, '-/_', ''))) reference, payouts.number as payout_number,
      users.full_name as worker_name, amount, paid_at
    from payout_lines join payouts on payouts.id = payout_id join users on users.id = user_id
    where reference is not null and upper(translate(reference, '-/_', '')) = any(${plain}::text[])
    order by upper(translate(reference, '-/_', '')), paid_at desc, payout_lines.id`.execute(db)
  return rows
}

function selectQuestions(db: Db) {
  return db
    .selectFrom('payQuestions')
    .innerJoin('users', 'users.id', 'payQuestions.userId')
    .leftJoin('payoutLines', 'payoutLines.id', 'payQuestions.payoutLineId')
    .leftJoin('payouts', 'payouts.id', 'payoutLines.payoutId')
    .select(['payQuestions.id', 'payQuestions.userId', 'users.fullName as workerName', 'payoutLineId'])
    .leftJoin('workers', 'workers.userId', 'payQuestions.userId')
    .select(['payouts.number as payoutNumber', 'question', 'askedAt', 'answer', 'answeredAt'])
    .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
    .select(['workers.groupId', 'shgGroups.name as groupName', 'forAdminsAt'])
}

export async function listOwnQuestions(db: Db, userId: string, limit = 50) {
  return selectQuestions(db)
    .where('payQuestions.userId', '=', userId)
    .orderBy('askedAt', 'desc')
    .limit(limit)
    .execute()
}

/** Returns open questions, oldest first. `groupIds` null: of all workers. */
export async function listOpenQuestions(db: Db, groupIds: readonly string[] | null = null, limit = 100) {
  let query = selectQuestions(db).where('answeredAt', 'is', null)
  if (groupIds) query = query.where(inGroups('workers.groupId', groupIds))
  return query.orderBy('askedAt').limit(limit).execute()
}

/** Counts open questions that a coordinator of these groups may answer. `groupIds` null: those of all workers. */
export async function countOpenQuestions(db: Db, groupIds: readonly string[] | null): Promise<number> {
  let query = db
    .selectFrom('payQuestions')
    .leftJoin('workers', 'workers.userId', 'payQuestions.userId')
    .where('answeredAt', 'is', null)
  if (groupIds) query = query.where('forAdminsAt', 'is', null).where(inGroups('workers.groupId', groupIds))
  return countRows(query)
}

/** The group is the worker's current one. `forAdminsAt`: when a coordinator left it to the admins. */
export type PayQuestion = Awaited<ReturnType<typeof listOwnQuestions>>[number]

export async function findQuestion(db: Db, id: string): Promise<PayQuestion | null> {
  if (!isUuid(id)) return null
  return (await selectQuestions(db).where('payQuestions.id', '=', id).executeTakeFirst()) ?? null
}

/** Reads a worker's statement. The caller has checked that the actor is the worker or an admin. */
export async function readStatement(
  { db, now, config }: Pick<Ctx, 'db' | 'now' | 'config'>,
  worker: Worker,
  month: Day,
): Promise<Statement> {
  const [from, to] = [startOf(month), startOf(addMonths(month, 1))]
  const [opening, entries] = await Promise.all([
    owedBefore(db, worker.userId, from),
    payEntries(db, worker.userId, from, to),
  ])
  return {
    workerName: worker.fullName,
    groupName: worker.group?.name ?? null,
    language: writtenFor(worker.language),
    brand: config.brand,
    month,
    printedAt: now,
    opening,
    closing: closingOf(opening, entries),
    sums: balanceOf(entries),
    entries,
  }
}
