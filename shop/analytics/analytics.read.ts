import { sql } from 'kysely'
import type { ComparedSums, Sums } from '#shop/analytics/figures.ts'
import { baseOf, comparedDays, type Period, type Span, wholeDays } from '#shop/analytics/period.ts'
import { salesOf, salesOfAllTime, sumsOf, visitsOf } from '#shop/analytics/rollups.read.ts'
import { type RecordedSpend, type SpendKey, spendWithin } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, monthOf } from '#shop/kernel/day.ts'

export async function readCompared(db: Db, period: Period): Promise<ComparedSums> {
  const { current } = period
  const days = comparedDays(period)
  const [now, earlier, daysNow, daysBefore, allTime, spends] = await Promise.all([
    sumsOf(db, wholeDays(current)),
    sumsOf(db, baseOf(period)),
    days && readByDay(db, days.now),
    days && readByDay(db, days.before),
    salesOfAllTime(db),
    spendsOf(db, current),
  ])
  return {
    now,
    before: earlier,
    byDay: daysNow && daysBefore && { now: { ...now, ...daysNow }, before: { ...earlier, ...daysBefore } },
    growth: {
      revenueOfAllTime: allTime.revenue,
      customersOfAllTime: allTime.customers,
      spend: spendWithin(spends, current),
      newCustomers: now.newcomers,
    },
  }
}

async function readByDay(db: Db, span: Span): Promise<Pick<Sums, 'orders' | 'visits'>> {
  const [{ orders }, visits] = await Promise.all([salesOf(db, wholeDays(span)), visitsOf(db, span)])
  return { orders, visits }
}

/** Returns the spends of all months that the span touches. */
export async function spendsOf(db: Db, { from, to }: Span): Promise<RecordedSpend[]> {
  return db
    .selectFrom('marketingSpend')
    .select([sql<Day>`month::text`.as('month'), 'channel', 'amount', 'updatedAt'])
    .where(sql<boolean>`month between ${monthOf(from)}::date and ${to}::date`)
    .execute()
}

export async function findSpend(db: Db, { month, channel }: SpendKey): Promise<RecordedSpend | null> {
  const inMonth = await spendsOf(db, { from: month, to: month })
  return inMonth.find((spend) => spend.channel === channel) ?? null
}
