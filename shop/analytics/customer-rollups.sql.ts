/** What each customer has bought so far, and how many of each month's newcomers came back in each later month. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Counts these customers again. The caller holds the turn (see takeTurn). */
export async function countCustomers(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await takeMonthsAway(db, userIds)
  await sql`delete from customer_sales where user_id = any(${userIds}::uuid[])`.execute(db)
  await sql`insert into customer_sales (user_id, first_day, last_day, sales, revenue)
    select user_id, min(created_at at time zone 'Asia/Kolkata')::date,
      max(created_at at time zone 'Asia/Kolkata')::date, count(*), sum(total)
    from orders where user_id = any(${userIds}::uuid[]) and status <> 'cancelled' and payment_status <> 'refunded'
    group by user_id`.execute(db)
  await addMonths(db, userIds)
}

async function takeMonthsAway(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with gone as (
      delete from customer_months where user_id = any(${userIds}::uuid[]) returning cohort, month
    ), fewer as (select cohort, month, count(*) as customers from gone group by cohort, month)
    update cohort_months set customers = cohort_months.customers - fewer.customers
    from fewer where (cohort_months.cohort, cohort_months.month) = (fewer.cohort, fewer.month)`.execute(db)
}

async function addMonths(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`with come as (
      insert into customer_months (user_id, cohort, month)
      select distinct customer.user_id, date_trunc('month', customer.first_day)::date,
        date_trunc('month', orders.created_at at time zone 'Asia/Kolkata')::date
      from customer_sales as customer join orders on orders.user_id = customer.user_id
      where customer.user_id = any(${userIds}::uuid[])
        and orders.status <> 'cancelled' and orders.payment_status <> 'refunded'
      returning cohort, month
    )
    insert into cohort_months (cohort, month, customers)
    select cohort, month, count(*) from come group by cohort, month
    on conflict (cohort, month) do update set customers = cohort_months.customers + excluded.customers`.execute(
    db,
  )
  await db.deleteFrom('cohortMonths').where('customers', '=', 0).execute()
}
