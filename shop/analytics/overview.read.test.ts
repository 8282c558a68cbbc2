import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makePastOrder, type PastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { countWaiting, findActionItems, readOverview } from '#shop/analytics/overview.read.ts'
import { recentPeriod } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { recordPageViews } from '#shop/analytics/visits.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { rupees } from '#shop/kernel/money.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { reportRows } from '#tests/report-rows.ts'
import { insertRows, updateRows } from '#tests/rows.ts'

/** The figures are of the whole shop, so each test has its own database. */
const [emptyShop, busyShop, waitingShop] = [await testDatabase(), await testDatabase(), await testDatabase()]
const itemsOf = (db: Db, ships = { min: 2, max: 3 }) =>
  findActionItems(db, {
    now: NOW,
    lateBefore: dispatchCutoff(NOW, ships),
    taxes: { prices: 'flat', defaultRate: 1800 },
  })
const DAY = 24 * 3600 * 1000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

it('has zeros for an empty shop, and null instead of a division by zero', async () => {
  const overview = await readOverview(emptyShop.db, NOW)
  expect(overview).toMatchObject({
    isCounting: false,
    users: { total: 0, added: 0, change: { kind: 'none_before' } },
    orders: { total: 0 },
    revenue: { total: 0 },
    recentOrders: [],
  })
  expect(overview.quick.map(({ value }) => value)).toEqual([null, null, null, null])
  expect(overview.days).toHaveLength(30)
})

it('has the figures, changes and action items that were calculated by hand', async () => {
  const { db, ctx } = busyShop
  const people = await Promise.all([ago(3), ago(40), ago(50), ago(200)].map((at) => makeUser(db, {}, at)))
  const mix = await makeProduct(db, { stockQuantity: 19 }, ago(10))
  const sticks = await makeProduct(db, { category: 'hydration', stockQuantity: 20 }, ago(90))
  await makeProduct(db, { stockQuantity: 0 }, ago(90))
  const placeOrder = (person: number, days: number, order: Partial<PastOrder> = {}) => {
    const items = [{ productId: mix, quantity: 1, unitPrice: rupees(100) }]
    return makePastOrder(db, { userId: people[person]?.id ?? '', placedAt: ago(days), items, ...order })
  }
  // This period: 4 orders, one cancelled; 118 + 354 + 118 rupees. The period before: two of 118.
  await placeOrder(0, 1, { status: 'delivered', events: [{ to: 'delivered', at: ago(0) }] })
  await placeOrder(1, 2, {
    status: 'delivered',
    events: [{ to: 'delivered', at: ago(0) }],
    items: [
      { productId: mix, quantity: 1, unitPrice: rupees(100) },
      { productId: sticks, quantity: 1, unitPrice: rupees(200) },
    ],
  })
  await placeOrder(2, 3, { status: 'cancelled' })
  await placeOrder(3, 59)
  await placeOrder(2, 29, { status: 'processing' })
  await placeOrder(1, 30, { status: 'shipped' })
  expect((await readOverview(db, NOW)).isCounting).toBe(true)
  await recordPageViews({ db }, [
    { day: dayOf(NOW), landing: 'home', source: 'direct', visits: 30 },
    { day: dayOf(NOW), landing: 'product', source: 'search', visits: 10 },
    { day: addDays(dayOf(NOW), -30), landing: 'home', source: 'direct', visits: 500 },
  ])
  await recordPageViews({ db }, [{ day: dayOf(NOW), landing: 'home', source: 'direct', visits: 40 }])
  await refreshRollups(ctx())

  const overview = await readOverview(db, NOW)
  expect(overview.users).toEqual({ total: 4, added: 1, change: { kind: 'down', by: 1, percent: 50 } })
  expect(overview.products).toEqual({ total: 3, added: 1, change: { kind: 'none_before' } })
  expect(overview.orders).toEqual({ total: 6, added: 4, change: { kind: 'up', by: 2, percent: 100 } })
  expect(overview.revenue).toEqual({
    total: rupees(826),
    added: rupees(590),
    change: { kind: 'up', by: rupees(354), percent: 150 },
  })
  expect(Object.fromEntries(overview.quick.map(({ label, value }) => [label, value]))).toEqual({
    'Average order value': 19667, // 590 / 3
    'Repeat purchase rate': 1 / 3, // one of three customers had bought before
    'Conversion rate': 4 / 80,
    'Average fulfilment time': 36, // a day and two days
  })
  const busy = overview.days.find(({ day }) => day === dayOf(ago(2)))
  expect(busy).toMatchObject({ revenue: rupees(354), hydrationRevenue: rupees(236) })
  expect(overview.recentOrders.map(({ total }) => total)).toEqual([11800, 35400, 11800, 11800, 11800])
  expect(await itemsOf(db)).toEqual([
    // Excludes the cancelled and the shipped order.
    { kind: 'confirm', count: 1, since: ago(59) },
    { kind: 'pack', count: 1, since: ago(29) },
    { kind: 'late', count: 2, since: ago(59) },
    // The factories use one phone for everyone: the third account with it is flagged.
    { kind: 'flagged', count: 1, since: ago(1) },
    { kind: 'out_of_stock', count: 1, since: null },
    { kind: 'low_stock', count: 1, since: null },
  ])
  // One product is sold out and one has 19 units; 20 units cause no alert.
  expect((await reportRows(db, 'stock', recentPeriod('30d', NOW))).map(({ left }) => left)).toEqual([0, 19])
  // With fifty days until shipping only one of the two is late.
  expect(await itemsOf(db, { min: 40, max: 50 })).toContainEqual({ kind: 'late', count: 1, since: ago(59) })
  // Two reopened orders have waited since yesterday and for twenty days.
  for (const days of [1, 20]) {
    const events = [
      { to: 'delivered', at: ago(70) },
      { to: 'processing', at: ago(days) },
    ] as const
    await placeOrder(1, 80, { status: 'processing', events })
  }
  expect(await itemsOf(db)).toContainEqual({ kind: 'late', count: 3, since: ago(59) })
})

it('counts the work that waits for staff: requests, refunds by hand, photos', async () => {
  const { db } = waitingShop
  const worker = await makeUser(db, { fullName: 'Sunita Devi', isWorker: true })
  const { id: userId } = await makeUser(db)
  const items = [{ productId: await makeProduct(db), quantity: 1, unitPrice: rupees(100) }]
  const orderId = await makePastOrder(db, { userId, placedAt: ago(10), items, status: 'delivered' })
  const paid = { orderId, provider: 'cod', providerPaymentId: orderId, amount: 11800, capturedAt: ago(5) }
  const payment = await db.insertInto('payments').values(paid).returning('id').executeTakeFirstOrThrow()
  const refund = { orderId, paymentId: payment.id, reason: 'Damaged', amount: 5900, updatedAt: ago(2) }
  const refunds = [
    { ...refund, key: 'a', status: 'by_hand', createdAt: ago(2) },
    { ...refund, key: 'b', status: 'refused', createdAt: ago(1) },
    { ...refund, key: 'c', status: 'done', createdAt: ago(9) },
  ]
  await db.insertInto('refunds').values(refunds).execute()
  const request = { orderId, reason: 'Damaged', status: 'open' }
  const requests = [
    { ...request, kind: 'cancellation', requestedAt: ago(4) },
    { ...request, kind: 'refund', requestedAt: ago(3) },
    { ...request, kind: 'refund', requestedAt: ago(9), status: 'declined', decidedAt: ago(8) },
  ]
  await db.insertInto('orderRequests').values(requests).execute()
  const taskId = await makeReviewTask(db, worker.id)
  const overview = await readOverview(db, NOW)
  // Both requests are about one order.
  expect(await countWaiting(db)).toEqual({ orders: 1, messages: 0, taskApprovals: 1, refunds: 2 })
  expect(await itemsOf(db)).toEqual(
    expect.arrayContaining([
      { kind: 'cancellation', count: 1, since: ago(4) },
      { kind: 'refund', count: 1, since: ago(3) },
      { kind: 'refund_by_hand', count: 2, since: ago(2) },
      { kind: 'photo', count: 1, since: ago(1) },
    ]),
  )
  expect(overview.pendingTasks).toEqual([
    {
      id: taskId,
      taskName: 'Pack ragi mix',
      workerName: 'Sunita Devi',
      quantity: 24,
      unit: 'packs',
      submittedAt: ago(1),
    },
  ])
})

/** Inserts a task whose photo was sent yesterday. */
async function makeReviewTask(db: Db, userId: string): Promise<string> {
  const [task, photo] = [randomUUID(), randomUUID()]
  const at = { createdAt: ago(3), updatedAt: ago(1) }
  const what = { taskName: 'Pack ragi mix', taskType: 'packing', quantity: 24, unit: 'packs' }
  const terms = { paymentAmount: 36000, expectedMinutes: 120, completionDeadline: ago(-2) }
  await insertRows(db, 'workLogs', { id: task, taskId: randomUUID(), userId, ...what, ...terms, ...at })
  const file = { fileKey: 'x', sha256: 'a'.repeat(64), storedSha256: 'b'.repeat(64), width: 9, height: 9 }
  await insertRows(db, 'taskPhotos', {
    id: photo,
    workLogId: task,
    ...file,
    look: '0'.repeat(64),
    createdAt: ago(1),
  })
  await updateRows(
    db,
    'workLogs',
    { id: task },
    { state: 'pending_review', photoId: photo, submissionDate: ago(1) },
  )
  return task
}
