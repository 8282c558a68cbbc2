/** What the shop amounts to so far: the figures of the admin's overview. */

import { customerFigures } from '#shop/analytics/customers.read.ts'
import { findNeeds, findPendingTasks } from '#shop/analytics/needs.read.ts'
import type { Overview, QuickStats, RecentOrder, Stat } from '#shop/analytics/overview.ts'
import { type Span, spansOf } from '#shop/analytics/period.ts'
import { averageHours, averageOrderValue, shareOf } from '#shop/analytics/rates.ts'
import { salesByDay, salesOfAllTime } from '#shop/analytics/sales.read.ts'
import { type SalesFigures, sumOfSales } from '#shop/analytics/sales.ts'
import { trendOf } from '#shop/analytics/trend.ts'
import { visitSums } from '#shop/analytics/visits.read.ts'
import type { Db } from '#shop/ctx.ts'
import { startOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'

/** Rows of the two short lists. */
const SHOWN = 5

/** The caller has checked that an admin asks. Trends compare the last 30 days with the 30 before. */
export async function readOverview(db: Db, now: Date): Promise<Overview> {
  const { current, previous } = spansOf('30d', now)
  const [users, products, allTime, days, before, customers, visits, needs, pendingTasks, recentOrders] =
    await Promise.all([
      countUsers(db, current, previous),
      countProducts(db, current, previous),
      salesOfAllTime(db),
      salesByDay(db, current),
      salesByDay(db, previous),
      customerFigures(db, current),
      visitSums(db, current),
      findNeeds(db),
      findPendingTasks(db, SHOWN),
      findRecentOrders(db),
    ])
  const [sales, salesBefore] = [sumOfSales(days), sumOfSales(before)]
  return {
    users,
    products,
    orders: stat(allTime.orders, sales.orders, salesBefore.orders),
    revenue: stat(allTime.revenue, sales.revenue, salesBefore.revenue),
    days,
    quick: quickStats(sales, shareOf(customers.repeating, customers.customers), visits.visits),
    needs,
    pendingTasks,
    recentOrders,
  }
}

function stat<Amount extends number>(total: Amount, added: Amount, before: Amount): Stat<Amount> {
  return { total, added, trend: trendOf(added, before) }
}

function quickStats(sales: SalesFigures, repeatPurchaseRate: number | null, visits: number): QuickStats {
  return {
    averageOrderValue: averageOrderValue(sales.revenue, sales.sales),
    repeatPurchaseRate,
    conversionRate: shareOf(sales.orders, visits),
    averageFulfilmentHours: averageHours(sales.deliverySeconds, sales.delivered),
  }
}

async function countUsers(db: Db, current: Span, previous: Span): Promise<Stat> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('createdAt', '>=', startOf(current.from)).as('added'),
      eb.fn
        .countAll<number>()
        .filterWhere('createdAt', '>=', startOf(previous.from))
        .filterWhere('createdAt', '<', startOf(current.from))
        .as('before'),
    ])
    .executeTakeFirstOrThrow()
  return stat(row.total, row.added, row.before)
}

async function countProducts(db: Db, current: Span, previous: Span): Promise<Stat> {
  const row = await db
    .selectFrom('products')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('createdAt', '>=', startOf(current.from)).as('added'),
      eb.fn
        .countAll<number>()
        .filterWhere('createdAt', '>=', startOf(previous.from))
        .filterWhere('createdAt', '<', startOf(current.from))
        .as('before'),
    ])
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return stat(row.total, row.added, row.before)
}

async function findRecentOrders(db: Db): Promise<RecentOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'total', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, total: paise(row.total), status: row.status as OrderStatus }))
}
