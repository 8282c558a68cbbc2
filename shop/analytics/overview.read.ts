import { type RawBuilder, sql } from 'kysely'
import { quickFigures } from '#shop/analytics/figures.ts'
import { type ActionItem, FIRST_STEPS, type FirstStep, type Stat } from '#shop/analytics/overview.ts'
import { baseOf, type Period, recentPeriod, wholeDays } from '#shop/analytics/period.ts'
import { changeOf } from '#shop/analytics/rates.ts'
import { rollupState, salesByDay, salesOf, salesOfAllTime, sumsOf } from '#shop/analytics/rollups.read.ts'
import { countLabelProblems } from '#shop/catalogue/listing.read.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import type { Db } from '#shop/ctx.ts'
import { dayOf, startOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { pastDeadline } from '#shop/messages/messages.read.ts'
import { lateOrders, paymentCondition, WAITING_SINCE } from '#shop/orders/listing.read.ts'
import { countStages } from '#shop/orders/packing.read.ts'
import { PACKING_STAGES } from '#shop/orders/packing.ts'
import { DELIVERED_AT, lateCash } from '#shop/payments/payments.read.ts'
import { MADE_ELSEWHERE } from '#shop/payments/refund.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

const LIST_LENGTH = 5

export type Overview = Awaited<ReturnType<typeof readOverview>>

/**
 * Trends compare the last 30 days with the 30 before, up to the same time of day. `isCounting`: the first count
 * is not finished, so the sales figures are not valid yet. `days`: oldest first.
 */
export async function readOverview(db: Db, now: Date) {
  const period = recentPeriod('30d', now)
  const [{ isCounting }, users, products, allTime, days, sums, earlier, pendingTasks, recentOrders] =
    await Promise.all([
      rollupState(db),
      countAdded(db, sql`users`, period),
      countAdded(db, sql`products where archived_at is null`, period),
      salesOfAllTime(db),
      salesByDay(db, period.current),
      sumsOf(db, wholeDays(period.current)),
      salesOf(db, baseOf(period)),
      findPendingTasks(db, LIST_LENGTH),
      findRecentOrders(db),
    ])
  return {
    isCounting,
    users,
    products,
    orders: stat(allTime.orders, sums.orders, earlier.orders),
    revenue: stat(allTime.revenue, sums.revenue, earlier.revenue),
    paidRevenue: sums.paidRevenue,
    days,
    quick: quickFigures(sums),
    pendingTasks,
    recentOrders,
  }
}

function stat<Amount extends number>(total: Amount, added: Amount, earlier: Amount): Stat<Amount> {
  return { total, added, change: changeOf(added, earlier) }
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

/** Counts all rows, the rows created in the period, and the rows created in the days and hours before. */
async function countAdded(db: Db, rows: RawBuilder<unknown>, { current, previous, until }: Period) {
  const found = await sql<{ total: number; added: number; earlier: number }>`
    select count(*) as total, count(*) filter (where created_at >= ${startOf(current.from)}) as added,
      count(*) filter (
        where created_at >= ${startOf(previous.from)} and created_at <= ${until ?? startOf(current.from)}
      ) as earlier
    from ${rows}`.execute(db)
  const { total, added, earlier } = found.rows[0] ?? { total: 0, added: 0, earlier: 0 }
  return stat(total, added, earlier)
}

async function findRecentOrders(db: Db) {
  return db
    .selectFrom('orders')
    .select(['id', 'total', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LENGTH)
    .execute()
}

/** Returns tasks whose photo waits for approval, oldest first. */
async function findPendingTasks(db: Db, limit: number) {
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

/** `lateBefore`: orders placed before this time should have been shipped by now. */
export type ActionTerms = { now: Date; lateBefore: Date; taxes: TaxPolicy }

type Sql = RawBuilder<unknown>
type WaitingRows = Pick<ActionItem, 'count' | 'since'>

/** Returns action items above zero, in the order of a day's work. */
export async function findActionItems(db: Db, { now, lateBefore, taxes }: ActionTerms) {
  /** Counts waiting rows and finds the earliest time. */
  const countItem = async (kind: ActionItem['kind'], since: Sql, rows: Sql): Promise<ActionItem> => {
    const found =
      await sql<WaitingRows>`select count(*)::int as count, min(${since}) as since from ${rows}`.execute(db)
    return { kind, ...(found.rows[0] ?? { count: 0, since: null }) }
  }
  const unpaid = (state: 'hold_over' | 'other_amount') =>
    sql`orders join payment_intents as intent on intent.order_id = orders.id and intent.is_current where ${paymentCondition(state, now)}`
  const request = (kind: string) => sql`order_requests where status = 'open' and kind = ${kind}`
  const onSale = sql`products where is_active and archived_at is null and stock_quantity`
  const never = sql`null::timestamptz`
  const lastWeek = new Date(now.getTime() - 7 * DAY_MS)
  const [stages, labels, ...items] = await Promise.all([
    countStages(db),
    countLabelProblems(db, { ...taxes, today: dayOf(now) }),
    // A replacement or reopened order waits from that decision on.
    countItem('late', WAITING_SINCE, sql`orders where ${lateOrders(lateBefore)}`),
    countItem('hold_over', sql`intent.hold_until`, unpaid('hold_over')),
    countItem('cancellation', sql`requested_at`, request('cancellation')),
    countItem('refund', sql`requested_at`, request('refund')),
    // Cash, and refunds that the provider refused.
    countItem('refund_by_hand', sql`created_at`, sql`refunds where status in ('by_hand', 'refused')`),
    // Refunds that the shop did not request. They leave the order's stock and status unchanged.
    countItem(
      'refund_elsewhere',
      sql`created_at`,
      sql`refunds where reason = ${MADE_ELSEWHERE} and created_at > ${lastWeek}`,
    ),
    countItem(
      'with_couriers',
      DELIVERED_AT,
      sql`payments join orders on orders.id = order_id where ${lateCash(now)}`,
    ),
    countItem('payment_held', sql`intent.updated_at`, unpaid('other_amount')),
    // `since`: when the first dispute must be answered.
    countItem(
      'dispute',
      sql`(select min(dispute_respond_by) from payments
        where payments.order_id = orders.id and payments.dispute_status = 'open')`,
      sql`orders where ${paymentCondition('disputed', now)}`,
    ),
    countItem('message', sql`created_at`, sql`contact_messages where ${pastDeadline(now)}`),
    countItem('photo', sql`submission_date`, sql`work_logs where state = 'pending_review'`),
    countItem('pay_owed', sql`review_date`, sql`work_logs where state = 'approved'`),
    countItem('pay_question', sql`asked_at`, sql`pay_questions where answered_at is null`),
    countItem(
      'flagged',
      sql`since`,
      sql`(select min(created_at) as since from order_flags where reviewed_at is null group by order_id) as flagged`,
    ),
    countItem('out_of_stock', never, sql`${onSale} = 0`),
    countItem('low_stock', never, sql`${onSale} between 1 and ${LOW_STOCK_ALERT - 1}::int`),
  ])
  return [
    ...PACKING_STAGES.map((kind) => ({ kind, ...stages[kind] })),
    ...items,
    { kind: 'above_mrp' as const, count: labels.aboveMrp, since: null },
    { kind: 'no_hsn' as const, count: labels.withoutHsn, since: null },
  ].filter(({ count }) => count > 0)
}

/** With this many orders a shop is no longer new. */
const MANY_ORDERS = 10

/** Returns the steps of a new shop; null if all are done or it has many orders. If cards are off, cash counts. */
export async function readFirstSteps(
  db: Db,
  takesCards: boolean,
): Promise<Record<FirstStep, boolean> | null> {
  const { rows } = await sql<Record<FirstStep, boolean> & { orders: number }>`
    select (select count(*)::int from (select from orders limit ${MANY_ORDERS}) as first) as orders,
      exists (select from products where is_active and archived_at is null) as products,
      exists (select from site_texts where document in ('terms', 'shipping', 'returns', 'privacy-policy')) as policies,
      exists (select from payments where provider <> 'cod' or ${!takesCards}) as payment,
      exists (select from staff_invitations)
        or (select count(*) > 1 from users where staff_role is not null and deleted_at is null) as staff`.execute(
    db,
  )
  const [row] = rows
  if (!row || row.orders >= MANY_ORDERS || FIRST_STEPS.every((step) => row[step])) return null
  const { orders: _, ...steps } = row
  return steps
}
