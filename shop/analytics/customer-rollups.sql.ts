import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { REVENUE } from '#shop/revenue.read.ts'

/** Recounts these customers. The caller holds the lock of lockRollups. */
export async function rollUpCustomers(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await takeSalesAway(db, userIds)
  await takeDaysAway(db, userIds)
  await addSales(db, userIds)
  await addDays(db, userIds)
}

async function takeSalesAway(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with changed as (
      delete from customer_sales where user_id = any(${userIds}::uuid[]) returning first_day, last_day, sales
    ) ${changeDays(-1)}`.execute(db)
}

async function addSales(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with changed as (
      insert into customer_sales (user_id, first_day, last_day, sales, revenue)
      select user_id, min(created_at at time zone 'Asia/Kolkata')::date,
        max(created_at at time zone 'Asia/Kolkata')::date, count(*), sum(revenue)
      from (select user_id, created_at, ${REVENUE} as revenue from orders where user_id = any(${userIds}::uuid[])) as own
      where revenue is not null group by user_id returning first_day, last_day, sales
    ) ${changeDays(1)}`.execute(db)
}

async function takeDaysAway(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with changed as (
      delete from customer_sale_days where user_id = any(${userIds}::uuid[]) returning day, next_day, sales_so_far
    ) ${changeGaps(-1)}`.execute(db)
  await sql`delete from customer_gaps where customers = 0`.execute(db)
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

/** Adds the customers of the CTE `changed` to the days of their first and last sale, or subtracts them. */
function changeDays(by: 1 | -1) {
  return sql`insert into customer_days (day, first_sales, last_sales, last_repeating)
    select day, sum(first) * ${by}::int, sum(last) * ${by}::int, sum(repeating) * ${by}::int from (
      select first_day as day, 1 as first, 0 as last, 0 as repeating from changed
      union all select last_day, 0, 1, (sales >= 2)::int from changed
    ) as ends group by day
    on conflict (day) do update set first_sales = customer_days.first_sales + excluded.first_sales,
      last_sales = customer_days.last_sales + excluded.last_sales,
      last_repeating = customer_days.last_repeating + excluded.last_repeating`
}
