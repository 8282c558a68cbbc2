import { expect, it } from 'vitest'
import { makePastOrder, type PastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { flagsOf, type OrderFacts } from '#shop/analytics/flags.ts'
import { recentPeriod } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { reviewFlags } from '#shop/analytics/report-actions.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { reportRows } from '#tests/report-rows.ts'

const { db, ctx } = await testDatabase()
const product = await makeProduct(db)
const MONTH = recentPeriod('30d', NOW)

const facts: OrderFacts = {
  orderId: 'o',
  placedAt: NOW,
  total: rupees(1000),
  paymentMethod: 'cod',
  ordersInDay: 1,
  accountsWithPhone: 1,
  accountsWithAddress: 1,
  earlierOrders: 0,
  cancelledInMonth: 0,
}
const rules = (change: Partial<OrderFacts>) => flagsOf({ ...facts, ...change }).map(({ rule }) => rule)

it('flags exactly at the stated limits', () => {
  expect(rules({})).toEqual([])
  expect([rules({ ordersInDay: 3 }), rules({ ordersInDay: 4 })]).toEqual([[], ['many_orders']])
  expect([rules({ accountsWithPhone: 2 }), rules({ accountsWithPhone: 3 })]).toEqual([[], ['shared_phone']])
  expect([rules({ accountsWithAddress: 3 }), rules({ accountsWithAddress: 4 })]).toEqual([
    [],
    ['shared_address'],
  ])
  expect([rules({ total: rupees(5000) }), rules({ total: paise(500_001) })]).toEqual([
    [],
    ['large_first_cod'],
  ])
  expect(rules({ total: rupees(6000), earlierOrders: 1 })).toEqual([])
  expect(rules({ total: rupees(6000), paymentMethod: 'card' })).toEqual([])
  expect([rules({ cancelledInMonth: 1 }), rules({ cancelledInMonth: 2 })]).toEqual([
    [],
    ['cod_after_cancellations'],
  ])
  expect(rules({ cancelledInMonth: 2, paymentMethod: 'card' })).toEqual([])
})

/** Numbers the orders, so that each has its own person, phone and address, unless `order` has them. */
let serial = 0
async function placeOrder(order: Partial<PastOrder>): Promise<string> {
  serial += 1
  const phone = `98${String(serial).padStart(8, '0')}`
  const items = [{ productId: product, quantity: 1, unitPrice: rupees(100) }]
  const userId = order.userId ?? (await makeUser(db)).id
  const address = { phone, addressLine1: `House ${serial}`, ...order.address }
  return makePastOrder(db, { placedAt: NOW, items, ...order, userId, address })
}

const LARGE = { items: [{ productId: product, quantity: 1, unitPrice: rupees(4300) }] }

async function findFlags(): Promise<Record<string, unknown>> {
  await refreshRollups(ctx())
  const orders = await reportRows(db, 'flagged', MONTH)
  return Object.fromEntries(orders.map(({ orderId, found }) => [orderId, found]))
}

it('flags orders by facts from before they were placed', async () => {
  const earlier = await findFlags()
  const [busy, careless] = [await makeUser(db), await makeUser(db)]
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3600 * 1000)
  const busyOrders: string[] = []
  for (const hours of [30, 20, 10, 5, 0])
    busyOrders.push(await placeOrder({ userId: busy.id, placedAt: hoursAgo(hours) }))
  for (const days of [36, 20, 5]) {
    await placeOrder({ userId: careless.id, placedAt: hoursAgo(days * 24), status: 'cancelled' })
  }
  const after = await placeOrder({ userId: careless.id, placedAt: hoursAgo(1) })
  const phone = '9900000001'
  const shared = [20, 10, 2].map((days) => placeOrder({ placedAt: hoursAgo(days * 24), address: { phone } }))
  const [, , third = ''] = await Promise.all(shared)
  const large = await placeOrder(LARGE)

  const expected = {
    ...earlier,
    [busyOrders[4] ?? '']: '4 orders within 24 hours',
    [after]: '2 orders cancelled within 30 days',
    [third]: 'Phone used by 3 accounts',
    [large]: 'First order, ₹5,074 in cash',
  }
  expect(await findFlags()).toEqual(expected)
  // Later events do not change facts of the time of the order.
  await db.updateTable('orders').set({ status: 'cancelled' }).where('userId', '=', busy.id).execute()
  expect(await findFlags()).toEqual(expected)
})

it('reviews a flagged order once, and records that in the audit log', async () => {
  const orderId = await placeOrder(LARGE)
  expect(await findFlags()).toHaveProperty(orderId)
  const countUnreviewed = async () =>
    (await reportRows(db, 'flagged', MONTH)).filter(({ reviewedAt }) => reviewedAt === null).length
  const orders = await countUnreviewed()
  const admin = await makeUser(db, { staffRole: 'owner' })
  expect(await reviewFlags(ctx(admin), orderId)).toEqual(ok(null))
  expect(await reviewFlags(ctx(admin), orderId)).toEqual(err('no_flag_waits'))
  expect(await countUnreviewed()).toBe(orders - 1)
  const log = await listChanges(db, { entity: 'order', entityId: orderId, limit: 9 })
  expect(log).toMatchObject([{ action: 'review', actorId: admin.id }])
  expect(
    (await reportRows(db, 'flagged', MONTH)).find((order) => order.orderId === orderId)?.reviewedAt,
  ).toEqual(NOW)
})
