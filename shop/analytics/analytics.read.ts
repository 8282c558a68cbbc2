import type { Compared, Sums } from '#shop/analytics/figures.ts'
import { baseOf, comparedDays, type Period, type Span, wholeDays } from '#shop/analytics/period.ts'
import { salesOf, salesOfAllTime, sumsOf, visitsOf } from '#shop/analytics/rollups.read.ts'
import { spendsOf } from '#shop/analytics/spend.read.ts'
import { spendWithin } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'

/** Reads the sums of a period and of the days before. */
export async function readCompared(db: Db, period: Period): Promise<Compared> {
  const { current } = period
  const days = comparedDays(period)
  const [now, before, daysNow, daysBefore, allTime, spends] = await Promise.all([
    sumsOf(db, wholeDays(current)),
    sumsOf(db, baseOf(period)),
    days && readByDay(db, days.now),
    days && readByDay(db, days.before),
    salesOfAllTime(db),
    spendsOf(db, current),
  ])
  return {
    now,
    before,
    byDay: daysNow && daysBefore && { now: { ...now, ...daysNow }, before: { ...before, ...daysBefore } },
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
