/** Edge cases of figures: midnight in India, months, cancellations, refunds, products with a new category. */

import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { makePastOrder, type PastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readCompared } from '#shop/analytics/analytics.read.ts'
import { figuresOf } from '#shop/analytics/figures.ts'
import { periodOf } from '#shop/analytics/period.ts'
import { changeOf } from '#shop/analytics/rates.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { rollupState, salesByDay } from '#shop/analytics/rollups.read.ts'
import { recordPageViews } from '#shop/analytics/visits.sql.ts'
import { addDays, dayOf, startOf, timeInIndia } from '#shop/kernel/day.ts'
import { rupees } from '#shop/kernel/money.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { reportRows } from '#tests/report-rows.ts'
import { insertRows, rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const mix = await makeProduct(db, { name: 'Ragi mix', category: 'meal-mix' })
const sticks = await makeProduct(db, { name: 'Sticks', category: 'hydration' })
const periodAt = (key: string) => periodOf(key, NOW)

// A test must not count the orders of other tests.
beforeEach(async () => {
  for (const table of ['refunds', 'payments', 'orders'] as const) await db.deleteFrom(table).execute()
})

/** Places an order at a time in India, of one unit at 100 rupees and 18% tax. */
async function placeOrder(
  time: string,
  order: Partial<PastOrder> & { userId?: string } = {},
): Promise<string> {
  const userId = order.userId ?? (await makeUser(db)).id
  const items = [{ productId: mix, quantity: 1, unitPrice: rupees(100) }]
  return makePastOrder(db, { items, ...order, userId, placedAt: new Date(`${time}+05:30`) })
}

const figures = (key: string) => readCompared(db, periodAt(key))

it('ends a day at midnight in India, in the figures and in their rows', async () => {
  const last = await placeOrder('2026-09-30T23:59:59')
  const first = await placeOrder('2026-10-01T00:00:00')
  const end = await placeOrder('2026-10-31T23:59:59.999')
  const after = await placeOrder('2026-11-01T00:00:00')
  await refreshRollups(ctx())
  // Recounting the last day of a month leaves the next month unchanged.
  await db.updateTable('orders').set({ updatedAt: NOW }).where('id', '=', end).execute()
  await refreshRollups(ctx())
  const rowsOf = async (key: string) =>
    (await reportRows(db, 'orders', periodAt(key))).map(({ orderId }) => orderId)
  expect(await rowsOf('2026-09')).toEqual([last])
  expect(await rowsOf('2026-10')).toEqual([end, first])
  expect(await rowsOf('2026-11')).toEqual([after])
  const october = await figures('2026-10')
  expect([october.now.sales, october.before.sales]).toEqual([2, 1])
  expect((await figures('2026-09')).now.sales).toBe(1)
  expect((await figures('2026-10-01..2026-10-01')).before.sales).toBe(1)
  const days = await salesByDay(db, periodAt('2026-10').current)
  expect(days.filter(({ orders }) => orders > 0).map(({ day }) => day)).toEqual(['2026-10-01', '2026-10-31'])
})

it('compares a month of 28 days with the whole month of 31 days before', async () => {
  const userId = (await makeUser(db)).id
  await placeOrder('2026-01-01T00:00:00', { userId })
  await placeOrder('2026-01-31T23:59:59', { userId })
  await placeOrder('2026-02-28T23:59:59', { userId })
  await placeOrder('2026-03-01T00:00:00', { userId })
  await refreshRollups(ctx())
  const february = await figures('2026-02')
  expect([february.now.sales, february.before.sales]).toEqual([1, 2])
  expect(february.now).toMatchObject({ customers: 1, repeating: 1, newcomers: 0 })
  expect(february.before).toMatchObject({ customers: 1, repeating: 1, newcomers: 1 })
})

it('compares cash orders that are on their way with delivered orders of the days before', async () => {
  await placeOrder('2026-07-05T12:00:00', { status: 'delivered' })
  await placeOrder('2026-08-05T12:00:00', { status: 'shipped', paymentStatus: 'pending' })
  await refreshRollups(ctx())
  const august = await figures('2026-08')
  expect([august.before, august.now]).toMatchObject([
    { revenue: 11_800, paidRevenue: 11_800, newcomers: 1 },
    { revenue: 11_800, paidRevenue: 0, newcomers: 1 },
  ])
  const [revenue] = figuresOf(august)
  expect(revenue).toMatchObject({
    change: { now: 11_800, before: 11_800 },
    aside: '1 order: ₹0 paid so far, ₹118 on its way',
  })
  expect(await reportRows(db, 'orders', periodAt('2026-08'))).toMatchObject([{ value: 11_800 }])
  const days = await reportRows(db, 'days', periodAt('2026-08'))
  expect(days).toMatchObject([{ revenue: 11_800, paid: 0, onItsWay: 11_800 }])
})

it('counts no sale for cancelled, unpaid card and refunded orders, and no change after a figure of 0', async () => {
  await placeOrder('2026-06-10T12:00:00', { status: 'cancelled' })
  await placeOrder('2026-06-10T12:00:00', { paymentStatus: 'pending', paymentMethod: 'card' })
  const refunded = await placeOrder('2026-06-11T12:00:00', { status: 'delivered' })
  const partly = await placeOrder('2026-06-12T12:00:00', { status: 'delivered' })
  for (const [orderId, amount] of [
    [refunded, 11_800],
    [partly, 5_900],
  ] as const) {
    const paid = { orderId, provider: 'cod', providerPaymentId: orderId, amount: 11_800, capturedAt: NOW }
    const payment = await db.insertInto('payments').values(paid).returning('id').executeTakeFirstOrThrow()
    const refund = { orderId, paymentId: payment.id, reason: 'damaged', amount, status: 'done' }
    await insertRows(db, 'refunds', { ...refund, key: orderId, createdAt: NOW, updatedAt: NOW })
  }
  await refreshRollups(ctx())
  const june = await figures('2026-06')
  expect(june.now).toMatchObject({ orders: 4, cancelled: 1, sales: 1, revenue: 5_900 })
  const rows = await reportRows(db, 'orders', periodAt('2026-06'))
  expect(rows).toEqual([expect.objectContaining({ orderId: partly, value: 5_900 })])
  expect(changeOf(june.now.revenue, june.before.revenue)).toEqual({ kind: 'none_before' })
  const july = await figures('2026-07')
  expect(changeOf(july.now.revenue, july.before.revenue)).toEqual({
    kind: 'down',
    by: 5_900,
    percent: 100,
  })
  // Products sold only in the days before are listed, too.
  expect(await reportRows(db, 'products', periodAt('2026-07'))).toEqual([
    expect.objectContaining({ name: 'Ragi mix', orders: 0, value: 0, ordersBefore: 1 }),
  ])
})

it('counts an order once per category, by the current category of its products', async () => {
  await placeOrder('2026-04-10T12:00:00', {
    items: [
      { productId: mix, quantity: 2, unitPrice: rupees(100) },
      { productId: sticks, quantity: 1, unitPrice: rupees(150) },
    ],
  })
  const categories = async () =>
    (await reportRows(db, 'categories', periodAt('2026-04'))).map(({ name, orders, units, value }) => [
      ...[name, orders, units, value],
    ])
  await refreshRollups(ctx())
  expect(await categories()).toEqual([
    ['Meal Mixes', 1, 2, 20_000],
    ['Hydration', 1, 1, 15_000],
  ])
  const { categoryId } = await rowOf(db, 'products', { id: mix })
  await db.updateTable('products').set({ categoryId }).where('id', '=', sticks).execute()
  await refreshRollups(ctx())
  expect(await categories()).toEqual([['Meal Mixes', 1, 3, 35_000]])
})

it('has the state `isCounting` until the last batch of the first count', async () => {
  const LIMIT = 5
  const day = new Date('2026-05-05T12:00:00Z')
  const mark = (count: number) =>
    sql`insert into rollup_marks (order_id, user_id, placed_at, is_new)
      select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', ${day}, false
      from generate_series(1, ${count}::int)`.execute(db)
  // Handles the marks of other tests.
  await refreshRollups(ctx())
  await db.updateTable('rollupState').set({ countedAt: null }).execute()
  await mark(LIMIT + 1)
  const isCounting = async () => (await rollupState(db)).isCounting
  await refreshRollups(ctx(), LIMIT)
  expect(await isCounting()).toBe(true)
  await refreshRollups(ctx(), LIMIT)
  expect(await isCounting()).toBe(false)
  // A later count of many orders does not hide the figures.
  await mark(LIMIT + 1)
  await refreshRollups(ctx(), LIMIT)
  expect(await isCounting()).toBe(false)
  await refreshRollups(ctx(), LIMIT)
})

it('compares a day that is not over with the day before up to the same time', async () => {
  const today = dayOf(NOW)
  const dayAgo = NOW.getTime() - 24 * 3600 * 1000
  const indianTime = (ms: number) => timeInIndia(new Date(ms)).slice(0, 19)
  const start = startOf(addDays(today, -1)).getTime()
  const customer = await makeUser(db)
  await placeOrder(indianTime(start), { userId: customer.id })
  await placeOrder(indianTime(dayAgo), { userId: customer.id })
  await placeOrder(indianTime(dayAgo + 1000))
  await placeOrder(indianTime(start + 24 * 3600 * 1000 - 1000))
  await recordPageViews(ctx(), [
    { day: today, landing: 'home', source: 'search', visits: 3 },
    { day: addDays(today, -1), landing: 'home', source: 'search', visits: 40 },
    { day: addDays(today, -7), landing: 'home', source: 'search', visits: 20 },
  ])
  await refreshRollups(ctx())
  const oneDay = await figures(`${today}..${today}`)
  const counts = { orders: 2, sales: 2, customers: 1, repeating: 1, newcomers: 1 }
  expect(oneDay.before).toMatchObject(counts)
  expect(await reportRows(db, 'sources', periodAt(`${today}..${today}`))).toMatchObject([
    { ordersBefore: 2, unitsBefore: 2 },
  ])
  // Visits are counted by whole days, so today's visits have no comparison.
  expect([oneDay.now.visits, oneDay.byDay]).toEqual([3, null])
  expect(figuresOf(oneDay).map(({ change }) => change)).toContain('later')
  const week = await figures('7d')
  expect([week.now.visits, week.byDay?.now.visits, week.byDay?.before.visits]).toEqual([43, 40, 0])
  expect(await reportRows(db, 'visits-by-source', periodAt('7d'))).toMatchObject([
    { name: 'Search engines', visits: 43, visitsCompared: 40, visitsBefore: 0 },
  ])
  // A day that is over counts in full.
  expect((await figures(`${addDays(today, -1)}..${addDays(today, -1)}`)).now.orders).toBe(4)
})
