import { sql } from 'kysely'
import { DAY_COUNTS } from '#shop/analytics/day-counts.sql.ts'
import { consecutiveSpans } from '#shop/analytics/period.ts'
import { placedIn } from '#shop/analytics/placed-orders.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { addMonths, type Day, dayOf, monthOf } from '#shop/kernel/day.ts'
import { REVENUE } from '#shop/revenue.read.ts'

/** The key of the advisory lock: any unique number. */
const ROLLUP_LOCK = 715_001

export type Marks = { count: number; days: Day[]; userIds: string[]; newOrderIds: string[] }

/** Locks the rollups until the transaction ends; false when another process has the lock. */
export async function lockRollups(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/**
 * Deletes and returns the oldest marks. A count afterwards includes their changes; a later commit leaves its own
 * mark.
 * Uses an upper bound: with a list of ids, outdated statistics of this mostly empty table would make the query
 * quadratic.
 */
export async function claimMarks(db: Db, limit: number): Promise<Marks> {
  const oldest = db.selectFrom('rollupMarks').select('id').orderBy('id').limit(limit).as('oldest')
  const newestId = db.selectFrom(oldest).select(({ fn }) => fn.max('id').as('id'))
  const marks = await db
    .deleteFrom('rollupMarks')
    .where('id', '<=', newestId)
    .returning(['orderId', 'userId', 'placedAt', 'isNew'])
    .execute()
  return {
    count: marks.length,
    days: [...new Set(marks.map(({ placedAt }) => dayOf(placedAt)))],
    userIds: [...new Set(marks.map(({ userId }) => userId))],
    newOrderIds: marks.filter(({ isNew }) => isNew).map(({ orderId }) => orderId),
  }
}

export async function hasMarks(db: Db): Promise<boolean> {
  return (await db.selectFrom('rollupMarks').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Notifies every process of changed stock, in case the process that placed the orders died before notifying. */
export async function announceSales(db: Db): Promise<void> {
  await sql`select pg_notify('catalogue', '')`.execute(db)
}

/** Records the first count with its last batch, because figures are not valid until then. */
export async function recordRollup(db: Db, now: Date, isLastBatch: boolean): Promise<void> {
  let query = db.updateTable('rollupState').set({ countedAt: now })
  if (!isLastBatch) query = query.where('countedAt', 'is not', null)
  await query.execute()
}

/** Recounts these days. Constant bounds let the planner use an index. The caller holds the lock of lockRollups. */
export async function rollUpDays(db: Db, days: readonly Day[]): Promise<void> {
  for (const run of consecutiveSpans(days)) {
    const orders = placedIn(run)
    for (const [table, { columns, query }] of Object.entries(DAY_COUNTS)) {
      await sql`delete from ${sql.table(table)}
        where day between ${run.from}::date and ${run.to}::date`.execute(db)
      await sql`insert into ${sql.table(table)} (${columns}) ${query(orders)}`.execute(db)
    }
  }
}

/** Recounts the months of these days. The caller holds the lock of lockRollups. */
export async function rollUpMonths(db: Db, days: readonly Day[]): Promise<void> {
  for (const month of new Set(days.map(monthOf))) {
    await sql`delete from monthly_places where month = ${month}::date`.execute(db)
    await sql`insert into monthly_places (month, state, city, sales, units, revenue)
      select ${month}::date, state, city, sum(sales), sum(units), sum(revenue) from daily_places
      where day >= ${month}::date and day < ${addMonths(month, 1)}::date group by state, city`.execute(db)
  }
}

/** Recounts these customers. The caller holds the lock of lockRollups. */
export async function rollUpCustomers(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await removeCounts(db, userIds)
  await addSales(db, userIds)
  await addDays(db, userIds)
}

async function removeCounts(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with changed as (
      delete from customer_sales where user_id = any(${userIds}::uuid[]) returning first_day
    ) ${changeDays(-1)}`.execute(db)
  await sql`with changed as (
      delete from customer_sale_days where user_id = any(${userIds}::uuid[]) returning day, next_day, sales_so_far
    ) ${changeGaps(-1)}`.execute(db)
  await sql`delete from customer_gaps where customers = 0`.execute(db)
}

async function addSales(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with changed as (
      insert into customer_sales (user_id, first_day, last_day, sales, revenue)
      select user_id, min(created_at at time zone 'Asia/Kolkata')::date,
        max(created_at at time zone 'Asia/Kolkata')::date, count(*), sum(revenue)
      from (select user_id, created_at, ${REVENUE} as revenue from orders where user_id = any(${userIds}::uuid[])) as own
      where revenue is not null group by user_id returning first_day
    ) ${changeDays(1)}`.execute(db)
}

async function addDays(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with bought as (
      select user_id, (created_at at time zone 'Asia/Kolkata')::date as day, count(*) as sales
      from orders where user_id = any(${userIds}::uuid[]) and ${REVENUE} is not null group by user_id, 2
    ), changed as (
      insert into customer_sale_days (user_id, day, next_day, sales_so_far)
      select user_id, day, coalesce(lead(day) over own, 'infinity'), sum(sales) over own
      from bought window own as (partition by user_id order by day)
      returning day, next_day, sales_so_far
    ) ${changeGaps(1)}`.execute(db)
}

/** Adds the days of the CTE `changed` to the counts by day and next day, or subtracts them. */
function changeGaps(by: 1 | -1) {
  return sql`insert into customer_gaps (day, next_day, customers, repeating)
    select day, next_day, count(*) * ${by}::int, count(*) filter (where sales_so_far >= 2) * ${by}::int
    from changed group by day, next_day
    on conflict (day, next_day) do update set customers = customer_gaps.customers + excluded.customers,
      repeating = customer_gaps.repeating + excluded.repeating`
}

/** Adds the customers of the CTE `changed` to the days of their first sale, or subtracts them. */
function changeDays(by: 1 | -1) {
  return sql`insert into customer_days (day, first_sales)
    select first_day, count(*) * ${by}::int from changed group by first_day
    on conflict (day) do update set first_sales = customer_days.first_sales + excluded.first_sales`
}
