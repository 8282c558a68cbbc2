/** Counting replaces a day's rows, so repeating it is safe and a late cancellation only needs a recount. */

import { sql } from 'kysely'
import { DAY_COUNTS } from '#shop/analytics/day-counts.sql.ts'
import { consecutiveSpans, type Span } from '#shop/analytics/period.ts'
import { placedIn } from '#shop/analytics/placed-orders.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { addMonths, type Day, monthOf } from '#shop/kernel/day.ts'

/** Constant bounds of each run let the planner use an index. The caller holds the lock. */
export async function rollUpDays(db: Db, days: readonly Day[]): Promise<void> {
  for (const run of consecutiveSpans(days)) await countRun(db, run)
}

async function countRun(db: Db, run: Span): Promise<void> {
  const isInRun = sql<boolean>`day between ${run.from}::date and ${run.to}::date`
  const orders = placedIn(run)
  for (const [table, { columns, counted }] of Object.entries(DAY_COUNTS)) {
    await sql`delete from ${sql.table(table)} where ${isInRun}`.execute(db)
    await sql`insert into ${sql.table(table)} (${columns}) ${counted(orders)}`.execute(db)
  }
}

/** Recounts the months of these days. The caller holds the lock. */
export async function rollUpMonths(db: Db, days: readonly Day[]): Promise<void> {
  for (const month of new Set(days.map(monthOf))) await countMonth(db, month)
}

async function countMonth(db: Db, month: Day): Promise<void> {
  const days = sql`day >= ${month}::date and day < ${addMonths(month, 1)}::date`
  await sql`delete from monthly_places where month = ${month}::date`.execute(db)
  await sql`insert into monthly_places (month, state, city, sales, units, revenue)
    select ${month}::date, state, city, sum(sales), sum(units), sum(revenue) from daily_places where ${days}
    group by state, city`.execute(db)
}
