import { type RawBuilder, sql } from 'kysely'
import { changeOf } from '#shop/analytics/change.ts'
import { quickFigures } from '#shop/analytics/figures.ts'
import type { Overview, PendingTask, RecentOrder, Stat } from '#shop/analytics/overview.ts'
import { baseOf, type Period, recentPeriod, wholeDays } from '#shop/analytics/period.ts'
import { rollupState, salesByDay, salesOf, salesOfAllTime, sumsOf } from '#shop/analytics/rollups.read.ts'
import type { Db } from '#shop/ctx.ts'
import { startOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

const SHOWN = 5

/** Trends compare the last 30 days with the 30 before, up to the same time of day. */
export async function readOverview(db: Db, now: Date): Promise<Overview> {
  const period = recentPeriod('30d', now)
  const [{ isCounting }, users, products, allTime, days, sums, before, pendingTasks, recentOrders] =
    await Promise.all([
      rollupState(db),
      countAdded(db, sql`users`, period),
      countAdded(db, sql`products where archived_at is null`, period),
      salesOfAllTime(db),
      salesByDay(db, period.current),
      sumsOf(db, wholeDays(period.current)),
      salesOf(db, baseOf(period)),
      findPendingTasks(db, SHOWN),
      findRecentOrders(db),
    ])
  return {
    isCounting,
    users,
    products,
    orders: stat(allTime.orders, sums.orders, before.orders),
    revenue: stat(allTime.revenue, sums.revenue, before.revenue),
    days,
    quick: quickFigures(sums),
    pendingTasks,
    recentOrders,
  }
}

function stat<Amount extends number>(total: Amount, added: Amount, before: Amount): Stat<Amount> {
  return { total, added, change: changeOf(added, before) }
}

export type WaitingCounts = { orders: number; messages: number; taskApprovals: number; refunds: number }

/** Counts for the dashboard's tabs. The caller has checked the actor. */
export async function countWaiting(db: Db): Promise<WaitingCounts> {
  // One statement, because every page of the dashboard shows them.
  const { rows } = await sql<WaitingCounts>`${PREPARED}
    select (select count(distinct order_id) from order_requests where status = 'open') as orders,
      (select count(*) from contact_messages where status = 'open') as messages,
      (select count(*) from work_logs where state = 'pending_review') as task_approvals,
      (select count(*) from refunds where status in ('by_hand', 'refused')) as refunds`.execute(db)
  return rows[0] ?? { orders: 0, messages: 0, taskApprovals: 0, refunds: 0 }
}

/** Counts all rows, those created in the period, and those in the days and hours before. */
async function countAdded(db: Db, rows: RawBuilder<unknown>, { current, previous, until }: Period) {
  const found = await sql<{ total: number; added: number; before: number }>`
    select count(*) as total, count(*) filter (where created_at >= ${startOf(current.from)}) as added,
      count(*) filter (
        where created_at >= ${startOf(previous.from)} and created_at <= ${until ?? startOf(current.from)}
      ) as before
    from ${rows}`.execute(db)
  const { total, added, before } = found.rows[0] ?? { total: 0, added: 0, before: 0 }
  return stat(total, added, before)
}

async function findRecentOrders(db: Db): Promise<RecentOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'total', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, total: paise(row.total), status: row.status as OrderStatus }))
}

/** Returns tasks whose photo waits for approval, oldest first. */
async function findPendingTasks(db: Db, limit: number): Promise<PendingTask[]> {
  const rows = await db
    .selectFrom('workLogs')
    .leftJoin('users', 'users.id', 'workLogs.userId')
    .select(['workLogs.id', 'taskName', 'quantity', 'unit', 'submissionDate', 'users.fullName'])
    .where('state', '=', 'pending_review')
    .orderBy('submissionDate')
    .orderBy('workLogs.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ fullName, submissionDate, ...task }) =>
    submissionDate ? [{ ...task, workerName: fullName ?? '', submittedAt: submissionDate }] : [],
  )
}
