/** Tests of units that come back from shipped orders that staff cancel. */
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { claimNotices } from '#shop/messages/stock-notices.sql.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder, type OrderChange } from '#shop/orders/change-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { CANCELLATION_REASONS, type OrderStatus } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows, rowOf, rowsOf, stockOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 6 })
const { db, ctx } = shop
const { admin, orderProduct } = await story(shop)
const customer = await makeUser(db)

/** Makes an order of five of ten units, in this status. */
async function makeParcel(status: OrderStatus = 'shipped') {
  const { orderId, productId } = await orderProduct(customer, { status, quantity: 5 })
  const { id: itemId } = await rowOf(db, 'orderItems', { orderId })
  const changeParcelOrder = (wanted: Omit<OrderChange, 'orderId'>, actor = admin) =>
    changeOrder(ctx(actor), { orderId, ...wanted })
  const units = (quantity: number, restocked = quantity) => [{ itemId, quantity, restocked }]
  return { orderId, productId, change: changeParcelOrder, units, stock: () => stockOf(db, productId) }
}

it('cancelling a shipped order restocks only the returned units that staff enter', async () => {
  for (const status of ['shipped', 'delivered'] as const) {
    const { orderId, productId, change, units, stock } = await makeParcel(status)
    expect(await change({ status: 'cancelled' })).toEqual(ok(null))
    expect(await stock()).toBe(5)

    expect(await change({ returned: units(3, 2) })).toEqual(ok(null))
    expect(await stock()).toBe(7)
    expect(await change({ returned: units(3) })).toEqual(err('not_in_order'))
    expect(await change({ returned: units(2) })).toEqual(ok(null))
    expect(await stock()).toBe(9)
    expect(await change({ returned: units(1) })).toEqual(err('not_in_order'))
    const lost = await rowsOf(db, 'stockMovements', { productId, reason: 'damaged' })
    expect(lost).toMatchObject([{ quantity: -1, orderId: null, actorId: admin.id }])
    const entries = await rowsOf(db, 'auditLog', { entityId: orderId, action: 'units returned' })
    expect(entries.map(({ after }) => after)).toEqual(
      expect.arrayContaining([{ returned: units(3, 2) }, { returned: units(2) }]),
    )
  }
})

it('customers with a stock notice are notified only after units are restocked', async () => {
  const { productId, change, units } = await makeParcel()
  await db.updateTable('products').set({ stockQuantity: 0 }).where('id', '=', productId).execute()
  await insertRows(db, 'stockNotices', {
    ...{ email: 'waiting@example.test', leaveToken: 'leave', productId, tokenHash: null },
    ...{ createdAt: NOW, confirmedAt: NOW },
  })
  const claimWaiting = () =>
    claimNotices(db, { now: NOW, offeredSince: new Date(NOW.getTime() - DAY_MS), limit: 10 })
  await change({ status: 'cancelled' })
  expect(await claimWaiting()).toEqual([])
  await change({ returned: units(2, 0) })
  expect(await claimWaiting()).toEqual([])
  await change({ returned: units(1) })
  expect(await claimWaiting()).toHaveLength(1)
})

it('cancelling an order that returned to origin explains this in the history and restocks sellable units', async () => {
  const { orderId, change, units, stock } = await makeParcel()
  const returned = units(5, 4)
  expect(await change({ status: 'cancelled', reason: 'returned_to_origin', returned })).toEqual(ok(null))
  expect(await stock()).toBe(9)
  expect((await findOrder(db, orderId))?.events.at(-1)).toMatchObject({
    toStatus: 'cancelled',
    note: CANCELLATION_REASONS.returned_to_origin,
  })
  expect(await refundsOfOrder(db, orderId)).toEqual([])
  expect(await rowOf(db, 'auditLog', { entityId: orderId, action: 'units returned' })).toMatchObject({
    actorId: admin.id,
    after: { returned, reason: 'returned_to_origin' },
  })
})

it('approving a cancellation request restocks the returned units that can be sold', async () => {
  const { orderId, units, stock } = await makeParcel()
  await cancelOrder(ctx(customer), { orderId, details: '' })
  const approve = (returned = units(2, 1)) =>
    decideCancellation(ctx(admin), { orderId, decision: 'approve', answer: '', returned })
  expect(await approve(units(2, 3))).toEqual(err('restocked_too_many'))
  expect(await approve(units(6))).toEqual(err('not_in_order'))
  expect((await findOrder(db, orderId))?.status).toBe('shipped')
  expect(await approve()).toEqual(ok(null))
  expect(await stock()).toBe(6)
})

it('changeOrder refuses returned units and a reason unless a shipped order is being cancelled', async () => {
  const refusal = err('return_without_parcel')
  const reason = 'returned_to_origin'
  const pending = await makeParcel('pending')
  expect(await pending.change({ status: 'cancelled', returned: pending.units(1) })).toEqual(refusal)
  expect(await pending.change({ status: 'cancelled', reason })).toEqual(refusal)
  await pending.change({ status: 'cancelled' })
  expect(await pending.change({ returned: pending.units(1) })).toEqual(err('not_in_order'))
  expect(await pending.stock()).toBe(10)

  const shipped = await makeParcel()
  expect(await shipped.change({ returned: shipped.units(1) })).toEqual(refusal)
  expect(await shipped.change({ status: 'delivered', reason })).toEqual(refusal)
  const delivered = await makeParcel('delivered')
  expect(await delivered.change({ status: 'cancelled', reason })).toEqual(refusal)
  const packer = await makeUser(db, { staffRole: 'packer' })
  await shipped.change({ status: 'cancelled' })
  expect(await shipped.change({ returned: shipped.units(1) }, packer)).toEqual(err('not_allowed'))
  expect(await shipped.stock()).toBe(5)
})

it('changeOrder accepts the same returned units only once when entered concurrently', async () => {
  const { change, units, stock } = await makeParcel()
  await change({ status: 'cancelled' })
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => change({ returned: units(5) })))
  expect(outcomes.filter(({ ok: isDone }) => isDone)).toHaveLength(1)
  expect(await stock()).toBe(10)
})

it('reopening as shipped takes back the restocked units; reopening as processing allocates all units for a new parcel', async () => {
  const order = await makeParcel()
  await order.change({ status: 'cancelled', returned: order.units(1) })
  expect(await order.stock()).toBe(6)
  await order.change({ status: 'shipped' })
  expect(await order.stock()).toBe(5)

  await order.change({ status: 'cancelled' })
  expect(await order.change({ status: 'processing' })).toEqual(ok(null))
  expect(await order.stock()).toBe(0)
  await order.change({ status: 'cancelled' })
  expect(await order.stock()).toBe(5)
  expect((await checkLedger(db)).gaps.filter(({ productId }) => productId === order.productId)).toEqual([])
})
