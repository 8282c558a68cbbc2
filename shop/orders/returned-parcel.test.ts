/** Units that come back of shipped orders that staff cancel. */
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
const { admin, ordered } = await story(shop)
const customer = await makeUser(db)

/** An order of five of ten units in this status, of which five wait in stock. */
async function parcel(status: OrderStatus = 'shipped') {
  const { orderId, productId } = await ordered(customer, { status, quantity: 5 })
  const { id: itemId } = await rowOf(db, 'orderItems', { orderId })
  const changeParcelOrder = (wanted: Omit<OrderChange, 'orderId'>, actor = admin) =>
    changeOrder(ctx(actor), { orderId, ...wanted })
  const back = (quantity: number, restocked = quantity) => [{ itemId, quantity, restocked }]
  return { orderId, productId, change: changeParcelOrder, back, stock: () => stockOf(db, productId) }
}

it('nothing goes back to stock when a shipped order is cancelled, until what came back is entered', async () => {
  for (const status of ['shipped', 'delivered'] as const) {
    const { orderId, productId, change, back, stock } = await parcel(status)
    expect(await change({ status: 'cancelled' })).toEqual(ok(null))
    expect(await stock()).toBe(5)

    expect(await change({ returned: back(3, 2) })).toEqual(ok(null))
    expect(await stock()).toBe(7)
    expect(await change({ returned: back(3) })).toEqual(err('not_in_order'))
    expect(await change({ returned: back(2) })).toEqual(ok(null))
    expect(await stock()).toBe(9)
    expect(await change({ returned: back(1) })).toEqual(err('not_in_order'))
    const lost = await rowsOf(db, 'stockMovements', { productId, reason: 'damaged' })
    expect(lost).toMatchObject([{ quantity: -1, orderId: null, actorId: admin.id }])
    const entries = await rowsOf(db, 'auditLog', { entityId: orderId, action: 'units returned' })
    expect(entries.map(({ after }) => after)).toEqual(
      expect.arrayContaining([{ returned: back(3, 2) }, { returned: back(2) }]),
    )
  }
})

it('customers who wait for the product get no email before units are back in stock', async () => {
  const { productId, change, back } = await parcel()
  await db.updateTable('products').set({ stockQuantity: 0 }).where('id', '=', productId).execute()
  await insertRows(db, 'stockNotices', {
    ...{ email: 'waiting@example.test', leaveToken: 'leave', productId, tokenHash: null },
    ...{ createdAt: NOW, confirmedAt: NOW },
  })
  const claimed = () =>
    claimNotices(db, { now: NOW, offeredSince: new Date(NOW.getTime() - DAY_MS), limit: 10 })
  await change({ status: 'cancelled' })
  expect(await claimed()).toEqual([])
  await change({ returned: back(2, 0) })
  expect(await claimed()).toEqual([])
  await change({ returned: back(1) })
  expect(await claimed()).toHaveLength(1)
})

it('a cash order that is returned to origin says so to the customer, and restocks what can be sold', async () => {
  const { orderId, change, back, stock } = await parcel()
  const returned = back(5, 4)
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

it('an approved cancellation request asks the same', async () => {
  const { orderId, back, stock } = await parcel()
  await cancelOrder(ctx(customer), { orderId, details: '' })
  const approve = (returned = back(2, 1)) =>
    decideCancellation(ctx(admin), { orderId, decision: 'approve', answer: '', returned })
  expect(await approve(back(2, 3))).toEqual(err('restocked_too_many'))
  expect(await approve(back(6))).toEqual(err('not_in_order'))
  expect((await findOrder(db, orderId))?.status).toBe('shipped')
  expect(await approve()).toEqual(ok(null))
  expect(await stock()).toBe(6)
})

it('refuses units and reasons without a shipped order that is cancelled', async () => {
  const refusal = err('return_without_parcel')
  const reason = 'returned_to_origin'
  const pending = await parcel('pending')
  expect(await pending.change({ status: 'cancelled', returned: pending.back(1) })).toEqual(refusal)
  expect(await pending.change({ status: 'cancelled', reason })).toEqual(refusal)
  await pending.change({ status: 'cancelled' })
  expect(await pending.change({ returned: pending.back(1) })).toEqual(err('not_in_order'))
  expect(await pending.stock()).toBe(10)

  const shipped = await parcel()
  expect(await shipped.change({ returned: shipped.back(1) })).toEqual(refusal)
  expect(await shipped.change({ status: 'delivered', reason })).toEqual(refusal)
  const delivered = await parcel('delivered')
  expect(await delivered.change({ status: 'cancelled', reason })).toEqual(refusal)
  const packer = await makeUser(db, { staffRole: 'packer' })
  await shipped.change({ status: 'cancelled' })
  expect(await shipped.change({ returned: shipped.back(1) }, packer)).toEqual(err('not_allowed'))
  expect(await shipped.stock()).toBe(5)
})

it('the same units come back once, whoever enters them at the same moment', async () => {
  const { change, back, stock } = await parcel()
  await change({ status: 'cancelled' })
  const answers = await Promise.all(Array.from({ length: 4 }, () => change({ returned: back(5) })))
  expect(answers.filter(({ ok: isDone }) => isDone)).toHaveLength(1)
  expect(await stock()).toBe(10)
})

it('reopened, an order has the parcel that is out, or new units for a new one', async () => {
  const out = await parcel()
  await out.change({ status: 'cancelled', returned: out.back(1) })
  expect(await out.stock()).toBe(6)
  await out.change({ status: 'shipped' })
  expect(await out.stock()).toBe(5)

  await out.change({ status: 'cancelled' })
  expect(await out.change({ status: 'processing' })).toEqual(ok(null))
  expect(await out.stock()).toBe(0)
  await out.change({ status: 'cancelled' })
  expect(await out.stock()).toBe(5)
  expect((await checkLedger(db)).gaps.filter(({ productId }) => productId === out.productId)).toEqual([])
})
