/** What waits today. Each count is that of the rows in the list that its button opens. */
import { sql } from 'kysely'
import { stockAlerts } from '#shop/analytics/figures.read.ts'
import { countWaitingFlags } from '#shop/analytics/flags.read.ts'
import type { ActionItem } from '#shop/analytics/overview.ts'
import { countLabelProblems } from '#shop/catalogue/listing.read.ts'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { pastDeadline } from '#shop/messages/messages.read.ts'
import { lateOrders, paymentCondition, WAITING_SINCE } from '#shop/orders/listing.read.ts'
import { countStages } from '#shop/orders/packing.read.ts'
import { PACKING_STAGES } from '#shop/orders/packing.ts'
import { MADE_ELSEWHERE } from '#shop/payments/refund.ts'

type Waiting = Pick<ActionItem, 'count' | 'since'>

/** `lateBefore`: orders placed before it should have been shipped. */
export type ActionTerms = { now: Date; lateBefore: Date; taxes: TaxPolicy }

/** Action items with a count above zero, in the order of a day's work. */
export async function findActionItems(
  db: Db,
  { now, lateBefore, taxes }: ActionTerms,
): Promise<ActionItem[]> {
  const [
    stages,
    late,
    holdOver,
    otherAmount,
    cancellation,
    refund,
    programme,
    money,
    elsewhere,
    disputes,
    messages,
    flagged,
    stock,
    labels,
  ] = await Promise.all([
    countStages(db),
    countLate(db, lateBefore),
    countUnpaid(db, 'hold_over', now),
    countUnpaid(db, 'other_amount', now),
    openRequests(db, 'cancellation'),
    openRequests(db, 'refund'),
    programmeItems(db),
    manualRefunds(db),
    refundsElsewhere(db, now),
    openDisputes(db, now),
    lateMessages(db, now),
    countWaitingFlags(db),
    stockItems(db),
    countLabelProblems(db, taxes),
  ])
  const items: ActionItem[] = [
    ...PACKING_STAGES.map((kind) => ({ kind, ...stages[kind] })),
    { kind: 'late', ...late },
    { kind: 'hold_over', ...holdOver },
    { kind: 'cancellation', ...cancellation },
    { kind: 'refund', ...refund },
    { kind: 'refund_by_hand', ...money },
    { kind: 'refund_elsewhere', ...elsewhere },
    { kind: 'payment_held', ...otherAmount },
    { kind: 'dispute', ...disputes },
    { kind: 'message', ...messages },
    ...programme,
    { kind: 'flagged', count: flagged.orders, since: flagged.oldest },
    ...stock,
    { kind: 'above_mrp', count: labels.aboveMrp, since: null },
    { kind: 'no_hsn', count: labels.withoutHsn, since: null },
  ]
  return items.filter(({ count }) => count > 0)
}

/** Orders past their shipping time; a replacement, and an order that was reopened, waits from then on. */
async function countLate(db: Db, lateBefore: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min(${WAITING_SINCE}) as since from orders
    where ${lateOrders(lateBefore)}`.execute(db)
  return rows[0] ?? NOTHING
}

const NOTHING: Waiting = { count: 0, since: null }

/** Unpaid card orders in this state of their payment; `since` is the end of the oldest hold, or when the oldest payment arrived. */
async function countUnpaid(db: Db, state: 'hold_over' | 'other_amount', now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count,
      min(${state === 'hold_over' ? sql`intent.hold_until` : sql`intent.updated_at`}) as since
    from orders join payment_intents as intent on intent.order_id = orders.id
    where ${paymentCondition(state, now)}`.execute(db)
  return rows[0] ?? NOTHING
}

/** Customers' requests without a decision. */
async function openRequests(db: Db, kind: 'cancellation' | 'refund'): Promise<Waiting> {
  const row = await db
    .selectFrom('orderRequests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('requestedAt').as('since')])
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return row
}

/** Refunds to pay manually: cash, and refunds that the provider refused. */
async function manualRefunds(db: Db): Promise<Waiting> {
  return db
    .selectFrom('refunds')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('createdAt').as('since')])
    .where('status', 'in', ['by_hand', 'refused'])
    .executeTakeFirstOrThrow()
}

/** Refunds of the last seven days that the shop did not ask for: stock and status of the order are as before. */
async function refundsElsewhere(db: Db, now: Date): Promise<Waiting> {
  return db
    .selectFrom('refunds')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('createdAt').as('since')])
    .where('reason', '=', MADE_ELSEWHERE)
    .where('createdAt', '>', new Date(now.getTime() - 7 * DAY_MS))
    .executeTakeFirstOrThrow()
}

/** Disputed orders; `since` is when the first must be answered. */
async function openDisputes(db: Db, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min((select min(dispute_respond_by) from payments
      where payments.order_id = orders.id and payments.dispute_status = 'open')) as since
    from orders where ${paymentCondition('disputed', now)}`.execute(db)
  return rows[0] ?? NOTHING
}

async function lateMessages(db: Db, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min(created_at) as since from contact_messages where ${pastDeadline(now)}`.execute(
    db,
  )
  return rows[0] ?? NOTHING
}

/** Photos to review, approved work that is in no payout, and workers' questions about their pay. */
async function programmeItems(db: Db): Promise<ActionItem[]> {
  const { rows } = await sql<ActionItem>`
    select 'photo' as kind, count(*)::int as count, min(submission_date) as since from work_logs
      where state = 'pending_review'
    union all select 'pay_owed', count(*)::int, min(review_date) from work_logs where state = 'approved'
    union all select 'pay_question', count(*)::int, min(asked_at) from pay_questions
      where answered_at is null`.execute(db)
  return rows
}

async function stockItems(db: Db): Promise<ActionItem[]> {
  const low = await stockAlerts(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products where is_active and archived_at is null and stock_quantity = 0`.execute(
    db,
  )
  return [
    { kind: 'out_of_stock', count: rows[0]?.count ?? 0, since: null },
    { kind: 'low_stock', count: low.length, since: null },
  ]
}
