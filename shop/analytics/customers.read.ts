/** Returning customers and acquisition costs, from the rollups. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import type { CustomerFigures } from '#shop/analytics/customers.ts'
import type { Span } from '#shop/analytics/period.ts'
import type { RecordedSpend, SpendChannel, SpendKey } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, monthOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'

/** `span` ends today. */
export async function customerFigures(db: Db, { from, to }: Span): Promise<CustomerFigures> {
  const { rows } = await sql<CustomerFigures>`
    select coalesce(sum(last_sales), 0)::int as customers, coalesce(sum(last_repeating), 0)::int as repeating,
      coalesce(sum(first_sales) filter (where day <= ${to}::date), 0)::int as newcomers
    from customer_days where day >= ${from}::date`.execute(db)
  return rows[0] ?? { customers: 0, repeating: 0, newcomers: 0 }
}

export type CohortMonth = { cohort: Day; month: Day; customers: number }

/** Cohorts from this month on: the number of customers of each who bought in each month. */
export async function cohortMonths(db: Db, from: Day): Promise<CohortMonth[]> {
  return db
    .selectFrom('cohortMonths')
    .select([sql<Day>`cohort::text`.as('cohort'), sql<Day>`month::text`.as('month'), 'customers'])
    .where(sql<boolean>`cohort >= ${from}::date`)
    .orderBy('cohort')
    .orderBy('month')
    .execute()
}

/** The number of customers with a sale (see shop/revenue.read.ts). */
export async function countCustomersOfAllTime(db: Db): Promise<number> {
  const row = await db
    .selectFrom('cohortMonths')
    .select(({ fn }) => fn.sum<number | null>('customers').as('customers'))
    .whereRef('cohort', '=', 'month')
    .executeTakeFirst()
  return Number(row?.customers ?? 0)
}

/** The recorded spends of all months that the span touches. */
export async function spendsOf(db: Db, { from, to }: Span): Promise<RecordedSpend[]> {
  const rows = await db
    .selectFrom('marketingSpend')
    .select([sql<Day>`month::text`.as('month'), 'channel', 'amount', 'updatedAt'])
    .where(sql<boolean>`month between ${monthOf(from)}::date and ${to}::date`)
    .orderBy('month', 'desc')
    .orderBy('channel')
    .execute()
  return rows.map((row) => ({ ...row, channel: row.channel as SpendChannel, amount: paise(row.amount) }))
}

/** The recorded spend of the month and channel; null when there is none. */
export async function findSpend(db: Db, { month, channel }: SpendKey): Promise<RecordedSpend | null> {
  const inMonth = await spendsOf(db, { from: month, to: month })
  return inMonth.find((spend) => spend.channel === channel) ?? null
}
