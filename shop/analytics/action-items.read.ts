/** Each count is that of the rows in the list that its button opens. */
import { type RawBuilder, sql } from 'kysely'
import type { ActionItem } from '#shop/analytics/overview.ts'
import { countLabelProblems } from '#shop/catalogue/listing.read.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { pastDeadline } from '#shop/messages/messages.read.ts'
import { lateOrders, paymentCondition, WAITING_SINCE } from '#shop/orders/listing.read.ts'
import { countStages } from '#shop/orders/packing.read.ts'
import { PACKING_STAGES } from '#shop/orders/packing.ts'
import { MADE_ELSEWHERE } from '#shop/payments/refund.ts'

/** `lateBefore`: orders placed before it should have been shipped. */
export type ActionTerms = { now: Date; lateBefore: Date; taxes: TaxPolicy }

type Sql = RawBuilder<unknown>
type Waiting = Pick<ActionItem, 'count' | 'since'>

/** Returns action items above zero, in the order of a day's work. */
export async function findActionItems(db: Db, { now, lateBefore, taxes }: ActionTerms) {
  /** Counts waiting rows and finds the earliest time. */
  const waiting = async (kind: ActionItem['kind'], since: Sql, rows: Sql): Promise<ActionItem> => {
    const found =
      await sql<Waiting>`select count(*)::int as count, min(${since}) as since from ${rows}`.execute(db)
    return { kind, ...(found.rows[0] ?? { count: 0, since: null }) }
  }
  const unpaid = (state: 'hold_over' | 'other_amount') =>
    sql`orders join payment_intents as intent on intent.order_id = orders.id where ${paymentCondition(state, now)}`
  const request = (kind: string) => sql`order_requests where status = 'open' and kind = ${kind}`
  const onSale = sql`products where is_active and archived_at is null and stock_quantity`
  const never = sql`null::timestamptz`
  const lastWeek = new Date(now.getTime() - 7 * DAY_MS)
  const [stages, labels, ...items] = await Promise.all([
    countStages(db),
    countLabelProblems(db, taxes),
    // A replacement or reopened order waits from then on.
    waiting('late', WAITING_SINCE, sql`orders where ${lateOrders(lateBefore)}`),
    waiting('hold_over', sql`intent.hold_until`, unpaid('hold_over')),
    waiting('cancellation', sql`requested_at`, request('cancellation')),
    waiting('refund', sql`requested_at`, request('refund')),
    // Cash, and refunds that the provider refused.
    waiting('refund_by_hand', sql`created_at`, sql`refunds where status in ('by_hand', 'refused')`),
    // The shop did not request them: stock and status of the order are unchanged.
    waiting(
      'refund_elsewhere',
      sql`created_at`,
      sql`refunds where reason = ${MADE_ELSEWHERE} and created_at > ${lastWeek}`,
    ),
    waiting('payment_held', sql`intent.updated_at`, unpaid('other_amount')),
    // `since` is when the first must be answered.
    waiting(
      'dispute',
      sql`(select min(dispute_respond_by) from payments
        where payments.order_id = orders.id and payments.dispute_status = 'open')`,
      sql`orders where ${paymentCondition('disputed', now)}`,
    ),
    waiting('message', sql`created_at`, sql`contact_messages where ${pastDeadline(now)}`),
    waiting('photo', sql`submission_date`, sql`work_logs where state = 'pending_review'`),
    waiting('pay_owed', sql`review_date`, sql`work_logs where state = 'approved'`),
    waiting('pay_question', sql`asked_at`, sql`pay_questions where answered_at is null`),
    waiting(
      'flagged',
      sql`since`,
      sql`(select min(created_at) as since from order_flags where reviewed_at is null group by order_id) as flagged`,
    ),
    waiting('out_of_stock', never, sql`${onSale} = 0`),
    waiting('low_stock', never, sql`${onSale} between 1 and ${LOW_STOCK_ALERT - 1}::int`),
  ])
  return [
    ...PACKING_STAGES.map((kind) => ({ kind, ...stages[kind] })),
    ...items,
    { kind: 'above_mrp' as const, count: labels.aboveMrp, since: null },
    { kind: 'no_hsn' as const, count: labels.withoutHsn, since: null },
  ].filter(({ count }) => count > 0)
}
