/** The analytics page's data, from the rollups. */
import type {
  Analytics,
  ComparedVisits,
  CustomerFigures,
  Headline,
  SalesHeadline,
  VisitFigures,
} from '#shop/analytics/analytics.ts'
import { readBreakdown } from '#shop/analytics/breakdown.read.ts'
import {
  countCustomersOfAllTime,
  customerFigures,
  customersBefore,
  isFirstRollup,
  lastRollup,
  pageViewSums,
  spendsOf,
  stockAlerts,
} from '#shop/analytics/figures.read.ts'
import { countFlags, flaggedOrders } from '#shop/analytics/flags.read.ts'
import { type DaysBefore, type Period, type Span, withoutLastDay } from '#shop/analytics/period.ts'
import { acquisition, averageHours, averageOrderValue, shareOf } from '#shop/analytics/rates.ts'
import type { BreakdownKind } from '#shop/analytics/sale-group.ts'
import { saleTotals } from '#shop/analytics/sale-rows.read.ts'
import {
  firstOrderDay,
  salesBefore,
  salesByCarrier,
  salesByDay,
  salesByProduct,
  salesOfAllTime,
  tastemakerPairs,
  tastemakerPicks,
  unitsBefore,
} from '#shop/analytics/sales.read.ts'
import { type DaySales, returnsByCategory, type SalesFigures, sumOfSales } from '#shop/analytics/sales.ts'
import { spendWithin } from '#shop/analytics/spend.ts'
import type { PageViewSums } from '#shop/analytics/visit.ts'
import type { Db } from '#shop/ctx.ts'
import { addMonths, dayOf, monthOf } from '#shop/kernel/day.ts'

const SHOWN_ROWS = 8
const PAIRS = 10
const FLAGGED = 20
const SPEND_MONTHS = 12

/** The data of a period. The caller has checked that the actor is an admin. */
export async function readAnalytics(db: Db, period: Period, now: Date): Promise<Analytics> {
  const { current } = period
  const [{ days, headline, visits }, before, breakdowns, sold, spent, around] = await Promise.all([
    readHeadline(db, current),
    readHeadlineBefore(db, period),
    readBreakdowns(db, period),
    readSales(db, current),
    readSpend(db, current, now),
    readAround(db, current),
  ])
  const { spends, spend, allTime, customersOfAllTime } = spent
  const won = { spend, newCustomers: headline.customers.newcomers }
  return {
    period,
    headline,
    before,
    days,
    visits,
    compared: await compareVisits(db, period),
    breakdowns,
    ...sold,
    spends,
    spend,
    acquisition: acquisition({ revenueOfAllTime: allTime.revenue, customersOfAllTime, ...won }),
    ...around,
  }
}

async function readHeadline(
  db: Db,
  span: Span,
): Promise<{ days: DaySales[]; visits: PageViewSums; headline: Headline }> {
  const [days, sales, customers, visits] = await Promise.all([
    salesByDay(db, span),
    saleTotals(db, { kind: 'all' }, span),
    customerFigures(db, span),
    pageViewSums(db, span),
  ])
  const total = sumOfSales(days)
  const figures = headlineOf(total, sales.units ?? 0, customers)
  const conversionRate = shareOf(total.orders, visits.visits)
  return { days, visits, headline: { ...figures, visits: visits.visits, conversionRate } }
}

async function readHeadlineBefore(db: Db, before: DaysBefore): Promise<SalesHeadline> {
  return headlineOf(
    ...(await Promise.all([salesBefore(db, before), unitsBefore(db, before), customersBefore(db, before)])),
  )
}

function headlineOf(total: SalesFigures, units: number, customers: CustomerFigures): SalesHeadline {
  return {
    total,
    units,
    customers,
    averageOrderValue: averageOrderValue(total.revenue, total.sales),
    averageFulfilmentHours: averageHours(total.deliverySeconds, total.delivered),
    couponUsageRate: shareOf(total.couponOrders, total.orders),
    repeatRate: shareOf(customers.repeating, customers.customers),
  }
}

async function compareVisits(db: Db, { current, previous, until }: Period): Promise<ComparedVisits> {
  const [now, before] = until ? [withoutLastDay(current), withoutLastDay(previous)] : [current, previous]
  if (!now || !before) return null
  const read = async (span: Span): Promise<VisitFigures> => {
    const [days, visits] = await Promise.all([salesByDay(db, span), pageViewSums(db, span)])
    return { visits, conversionRate: shareOf(sumOfSales(days).orders, visits.visits) }
  }
  const [ofNow, ofBefore] = await Promise.all([read(now), read(before)])
  return { isWhole: until === null, now: ofNow, before: ofBefore }
}

async function readBreakdowns(db: Db, period: Period): Promise<Analytics['breakdowns']> {
  const read = (kind: BreakdownKind) => readBreakdown(db, kind, period, { limit: SHOWN_ROWS })
  const [products, categories, cities, offers, sources] = await Promise.all([
    read('products'),
    read('categories'),
    read('cities'),
    read('offers'),
    read('sources'),
  ])
  return { products, categories, cities, offers, sources }
}

async function readSales(db: Db, span: Span) {
  const [products, carriers, picks, pairs] = await Promise.all([
    salesByProduct(db, span),
    salesByCarrier(db, span),
    tastemakerPicks(db, span),
    tastemakerPairs(db, span, PAIRS),
  ])
  return { products, returns: returnsByCategory(products), carriers, picks, pairs }
}

async function readSpend(db: Db, span: Span, now: Date) {
  const present = monthOf(dayOf(now))
  const [customersOfAllTime, allTime, spends, touched] = await Promise.all([
    countCustomersOfAllTime(db),
    salesOfAllTime(db),
    // A year of days touches a thirteenth month.
    spendsOf(db, { from: addMonths(present, -SPEND_MONTHS), to: dayOf(now) }),
    spendsOf(db, span),
  ])
  const spend = spendWithin(touched, span)
  return { customersOfAllTime, allTime, spends, spend }
}

async function readAround(db: Db, span: Span) {
  const [flagRules, flagged, stock, countedAt, isFirst, firstDay] = await Promise.all([
    countFlags(db, span),
    flaggedOrders(db, span, FLAGGED),
    stockAlerts(db),
    lastRollup(db),
    isFirstRollup(db),
    firstOrderDay(db),
  ])
  return { flagRules, flagged, stock, countedAt, isCounting: isFirst, firstDay }
}
