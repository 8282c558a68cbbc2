/** The analytics page's data, from the rollups. */
import type { Analytics } from '#shop/analytics/analytics.ts'
import { trendOf } from '#shop/analytics/analytics.ts'
import { cohortTable } from '#shop/analytics/cohorts.ts'
import {
  cohortMonths,
  countCustomersOfAllTime,
  customerFigures,
  isFirstRollup,
  lastRollup,
  pageViewSums,
  spendsOf,
  stockAlerts,
} from '#shop/analytics/figures.read.ts'
import { countFlags, flaggedOrders } from '#shop/analytics/flags.read.ts'
import { type Period, type Span, spansOf } from '#shop/analytics/period.ts'
import { acquisition, averageHours, averageOrderValue, shareOf } from '#shop/analytics/rates.ts'
import {
  salesByCarrier,
  salesByDay,
  salesByPlace,
  salesByProduct,
  salesOfAllTime,
  tastemakerPairs,
  tastemakerPicks,
} from '#shop/analytics/sales.read.ts'
import { returnsByCategory, sumOfSales } from '#shop/analytics/sales.ts'
import { spendWithin } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'
import { addMonths, dayOf, monthOf } from '#shop/kernel/day.ts'

const CITIES = 10
const PAIRS = 10
const FLAGGED = 20
const COHORTS = 12

/** The data of a period that ends today. The caller has checked that the actor is an admin. */
export async function readAnalytics(db: Db, period: Period, now: Date): Promise<Analytics> {
  const spans = spansOf(period, now)
  const [sold, bought, around] = await Promise.all([
    readSales(db, spans),
    readCustomers(db, spans.current, now),
    readAround(db, spans.current),
  ])
  const { total } = sold
  return {
    period,
    span: spans.current,
    ...sold,
    ...bought,
    ...around,
    averageOrderValue: averageOrderValue(total.revenue, total.sales),
    averageFulfilmentHours: averageHours(total.deliverySeconds, total.delivered),
    couponUsageRate: shareOf(total.couponOrders, total.orders),
    conversionRate: shareOf(total.orders, around.visits.visits),
    repeatRate: shareOf(bought.customers.repeating, bought.customers.customers),
  }
}

async function readSales(db: Db, { current, previous }: ReturnType<typeof spansOf>) {
  const [days, before, products, cities, carriers, picks, pairs] = await Promise.all([
    salesByDay(db, current),
    salesByDay(db, previous),
    salesByProduct(db, current),
    salesByPlace(db, current, CITIES),
    salesByCarrier(db, current),
    tastemakerPicks(db, current),
    tastemakerPairs(db, current, PAIRS),
  ])
  const [total, totalBefore] = [sumOfSales(days), sumOfSales(before)]
  const trends = {
    revenue: trendOf(total.revenue, totalBefore.revenue),
    orders: trendOf(total.orders, totalBefore.orders),
  }
  return {
    days,
    total,
    trends,
    products,
    returns: returnsByCategory(products),
    cities,
    carriers,
    picks,
    pairs,
  }
}

async function readCustomers(db: Db, span: Span, now: Date) {
  const present = monthOf(dayOf(now))
  const [customers, cohorts, customersOfAllTime, allTime, spends] = await Promise.all([
    customerFigures(db, span),
    cohortMonths(db, addMonths(present, 1 - COHORTS)),
    countCustomersOfAllTime(db),
    salesOfAllTime(db),
    // A year of days touches a thirteenth month.
    spendsOf(db, { from: addMonths(present, -COHORTS), to: span.to }),
  ])
  const spend = spendWithin(spends, span)
  const won = { spend, newCustomers: customers.newcomers }
  return {
    customers,
    cohorts: cohortTable(cohorts, present),
    spends,
    spend,
    acquisition: acquisition({ revenueOfAllTime: allTime.revenue, customersOfAllTime, ...won }),
  }
}

async function readAround(db: Db, span: Span) {
  const [visits, flagRules, flagged, stock, countedAt, isFirst] = await Promise.all([
    pageViewSums(db, span),
    countFlags(db, span),
    flaggedOrders(db, span, FLAGGED),
    stockAlerts(db),
    lastRollup(db),
    isFirstRollup(db),
  ])
  return { visits, flagRules, flagged, stock, countedAt, isCounting: isFirst }
}
