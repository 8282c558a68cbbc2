/** Rollups per month, for figures with many rows per day. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { addMonths, type Day, monthOf } from '#shop/kernel/day.ts'

/** Recounts the months of these days from the daily rollups. The caller holds the lock. */
export async function rollUpMonths(db: Db, days: readonly Day[]): Promise<void> {
  for (const month of new Set(days.map(monthOf))) await countMonth(db, month)
}

async function countMonth(db: Db, month: Day): Promise<void> {
  const days = sql`day >= ${month}::date and day < ${addMonths(month, 1)}::date`
  await sql`delete from monthly_places where month = ${month}::date`.execute(db)
  await sql`insert into monthly_places (month, state, city, sales, revenue)
    select ${month}::date, state, city, sum(sales), sum(revenue) from daily_places where ${days}
    group by state, city`.execute(db)
  await sql`delete from monthly_pairs where month = ${month}::date`.execute(db)
  await sql`insert into monthly_pairs (month, one_id, other_id, mixes)
    select ${month}::date, one_id, other_id, sum(mixes) from daily_pairs where ${days}
    group by one_id, other_id`.execute(db)
}
