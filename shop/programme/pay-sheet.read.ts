/** Pay sheets for admins. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Ctx, Db } from '#shop/ctx.ts'
import { addMonths, type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { type Balance, toBalance } from '#shop/programme/pay.ts'
import {
  type PaySheet,
  type PaySheetSummary,
  paySheetOf,
  type SheetPayment,
  type SheetRow,
  type WorkerSums,
} from '#shop/programme/pay-sheet.ts'
import { findGroup } from '#shop/programme/workers.read.ts'
import { inSnapshot } from '#shop/transaction.ts'

/** Returns the sheets of a month by group name, work in no group last. */
export async function listPaySheets(db: Db, month: Day): Promise<PaySheetSummary[]> {
  const { rows } = await sql<Omit<PaySheetSummary, 'sums'> & Omit<Balance, 'owed'>>`
    select e.group_id, g.name as group_name, count(distinct e.user_id)::int as workers,
      (count(*) filter (where kind = 'earned'))::int as tasks,
      coalesce(sum(amount) filter (where kind = 'earned'), 0)::bigint as earned,
      coalesce(sum(amount) filter (where kind = 'paid'), 0)::bigint as paid,
      coalesce(sum(amount) filter (where kind = 'reversed'), 0)::bigint as reversed
    from pay_entries e left join shg_groups g on g.id = e.group_id
    where e.created_at >= ${startOf(month)} and e.created_at < ${startOf(addMonths(month, 1))}
    group by e.group_id, g.name order by g.name nulls last`.execute(db)
  return rows.map(({ earned, paid, reversed, ...row }) => ({
    ...row,
    sums: toBalance(earned, paid, reversed),
  }))
}

/** `groupId` null: work in no group. Returns null for an unknown group. */
export async function readPaySheet(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  groupId: string | null,
  month: Day,
): Promise<PaySheet | null> {
  if (groupId !== null && !isUuid(groupId)) return null
  // In one snapshot, rows and sums agree even while admins approve and pay.
  return inSnapshot(ctx, async (db) => {
    const group = groupId === null ? null : await findGroup(db, groupId)
    if (groupId !== null && !group) return null
    const [from, to] = [startOf(month), startOf(addMonths(month, 1))]
    const rows = await sheetRows(db, groupId, from, to)
    const payments = await sheetPayments(db, groupId, from, to)
    const sums = await workerSums(db, groupId, from, to)
    const about = { group, brand: ctx.config.brand, month, printedAt: ctx.now, payments }
    return paySheetOf(about, rows, sums)
  })
}

async function sheetRows(db: Db, groupId: string | null, from: Date, to: Date): Promise<SheetRow[]> {
  return db
    .selectFrom('payEntries as entry')
    .innerJoin('users', 'users.id', 'entry.userId')
    .innerJoin('workLogs', 'workLogs.id', 'entry.workLogId')
    .leftJoin('users as admin', 'admin.id', 'entry.actorId')
    .select(['entry.id as entryId', 'entry.userId', 'users.fullName as workerName', 'taskName', 'taskNameHi'])
    .select(['unit', 'entry.amount', 'entry.createdAt as confirmedAt'])
    .select((eb) => eb.fn.coalesce('approvedQuantity', 'quantity').as('quantity'))
    .select('admin.fullName as confirmedBy')
    .where('kind', '=', 'earned')
    .where('entry.groupId', groupId === null ? 'is' : '=', groupId)
    .where('entry.createdAt', '>=', from)
    .where('entry.createdAt', '<', to)
    .orderBy('users.fullName')
    .orderBy('entry.userId')
    .orderBy('entry.id')
    .execute()
}

async function sheetPayments(db: Db, groupId: string | null, from: Date, to: Date): Promise<SheetPayment[]> {
  return db
    .selectFrom('payEntries as entry')
    .innerJoin('users', 'users.id', 'entry.userId')
    .innerJoin('payoutLines', 'payoutLines.id', 'entry.payoutLineId')
    .innerJoin('payouts', 'payouts.id', 'payoutLines.payoutId')
    .select(['entry.userId', 'users.fullName as workerName', 'kind', 'payouts.number as payoutNumber'])
    .select(['reference', 'entry.createdAt as at', sql<Money>`sum(entry.amount)::bigint`.as('amount')])
    .where('kind', '!=', 'earned')
    .$narrowType<{ kind: SheetPayment['kind'] }>()
    .where('entry.groupId', groupId === null ? 'is' : '=', groupId)
    .where('entry.createdAt', '>=', from)
    .where('entry.createdAt', '<', to)
    .groupBy(['entry.userId', 'users.fullName', 'kind', 'payouts.number', 'entry.createdAt'])
    .groupBy('payoutLines.id')
    .orderBy('users.fullName')
    .orderBy('entry.userId')
    .orderBy('entry.createdAt')
    .orderBy('kind')
    .execute()
}

/** Returns workers with an entry in the month or pay owed before it. */
async function workerSums(db: Db, groupId: string | null, from: Date, to: Date): Promise<WorkerSums[]> {
  const ofGroup = groupId === null ? sql`group_id is null` : sql`group_id = ${groupId}`
  const { rows } = await sql<WorkerSums>`
    with sums as (
      select user_id, coalesce(sum(case kind when 'paid' then -amount else amount end)
          filter (where created_at < ${from}), 0)::bigint as opening,
        coalesce(sum(amount) filter (where created_at >= ${from} and kind = 'earned'), 0)::bigint as earned,
        coalesce(sum(amount) filter (where created_at >= ${from} and kind = 'paid'), 0)::bigint as paid,
        coalesce(sum(amount) filter (where created_at >= ${from} and kind = 'reversed'), 0)::bigint as reversed
      from pay_entries where ${ofGroup} and created_at < ${to}
      group by user_id
    )
    select sums.*, users.full_name as worker_name from sums join users on users.id = sums.user_id
    where opening <> 0 or earned + paid + reversed > 0 order by users.full_name, sums.user_id`.execute(db)
  return rows
}

/** Returns the day in India of the ledger's first entry, or null. */
export async function firstPayDay(db: Db): Promise<Day | null> {
  const row = await db
    .selectFrom('payEntries')
    .select((eb) => eb.fn.min('createdAt').as('at'))
    .executeTakeFirst()
  return row?.at ? dayOf(row.at) : null
}
