/** Inserts the sample history with one statement per table. */

import { sql } from 'kysely'
import { insertSpend } from '#shop/analytics/spend.sql.ts'
import { addPageViews } from '#shop/analytics/visits.sql.ts'
import type { Db, Seller } from '#shop/ctx.ts'
import { startOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import type { History } from './history.ts'
import { invoiceRows } from './invoice-rows.ts'
import { orderRows } from './order-rows.ts'
import { reviewRows } from './review-rows.ts'
import { stockRows } from './stock-rows.ts'

/** `seller` is printed on the invoices. */
export async function writeHistory(
  db: Db,
  history: History,
  { now, seller }: { now: Date; seller: Seller },
): Promise<void> {
  const { customers, orders, visits, spends, reviewedFlags } = history
  await insertAll(
    db,
    'users',
    customers.map(({ id, email, fullName, phone, joinedAt }) => ({
      id,
      email,
      email_verified: true,
      full_name: fullName,
      phone_number: phone,
      created_at: joinedAt,
      updated_at: joinedAt,
    })),
  )
  const coupons = await db.selectFrom('coupons').select(['code', 'id']).execute()
  const codes = new Map(coupons.map(({ code, id }) => [code, id]))
  for (const [table, rows] of Object.entries(orderRows(orders, codes))) await insertAll(db, table, rows)
  await sql`update coupons set current_uses = (
    select count(*) from coupon_uses where coupon_id = coupons.id)`.execute(db)
  for (const [table, rows] of Object.entries(invoiceRows(orders, seller))) await insertAll(db, table, rows)
  await insertAll(db, 'reviews', reviewRows(orders, now))
  await insertAll(db, 'stock_movements', stockRows(history))
  await addPageViews(db, visits)
  for (const spend of spends) await insertSpend(db, spend, startOf(spend.month))
  await insertAll(
    db,
    'order_flags',
    reviewedFlags.map(({ orderId, rule, detail, createdAt }) => ({
      order_id: orderId,
      rule,
      detail,
      created_at: createdAt,
      reviewed_at: new Date(createdAt.getTime() + DAY_MS),
    })),
  )
  // Without current statistics the first rollup would scan whole tables repeatedly.
  await sql`analyze`.execute(db)
}

type Row = Record<string, unknown>

/** Inserts rows that have the same columns. */
async function insertAll(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}
