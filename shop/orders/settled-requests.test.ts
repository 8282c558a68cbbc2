/** Open requests of customers when the order's status is changed without deciding them. */

import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { countWaiting } from '#shop/analytics/overview.read.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { formatAmount, paise } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'
import { stockOf, updateRows } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, ordered: order } = await story(shop)
const customer = await makeUser(db)

/** An order of two of ten units, delivered and paid in cash unless `status` says otherwise. */
async function ordered(status: OrderStatus) {
  const { orderId, productId: product } = await order(customer, { status, quantity: 2 })
  const found = await findOrder(db, orderId)
  return { product, orderId, total: found?.total ?? paise(0), itemId: found?.items[0]?.id ?? '' }
}

/** A card order that was delivered unpaid, which no transition allows. */
async function deliveredUnpaid() {
  const made = await ordered('pending')
  await updateRows(db, 'orders', { id: made.orderId }, { status: 'delivered', paymentMethod: 'card' })
  return made
}

const moveTo = (orderId: string, status: OrderStatus) => changeOrder(ctx(admin), { orderId, status })
const askForMoney = (orderId: string) =>
  requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '' })
const approve = (orderId: string, amount: number, itemId: string) =>
  decideRefund(ctx(admin), {
    orderId,
    decision: 'approve',
    amount: paise(amount),
    returned: [{ itemId, quantity: 1, restocked: 1 }],
    answer: '',
  })

const lastEntry = async (orderId: string) => (await findOrder(db, orderId))?.events.at(-1)

it('a cancellation request is granted by cancelling, and comes too late for a delivered order', async () => {
  const { orders: waiting } = await countWaiting(db)
  const [delivered, cancelled] = [await ordered('shipped'), await ordered('shipped')]
  await cancelOrder(ctx(customer), { orderId: delivered.orderId, details: '' })
  await moveTo(delivered.orderId, 'delivered')
  expect(await requestsOfOrder(db, delivered.orderId)).toMatchObject([{ status: 'declined' }])
  expect(await lastEntry(delivered.orderId)).toMatchObject({
    kind: 'cancellation_declined',
    note: expect.stringContaining('delivered before'),
  })
  await cancelOrder(ctx(customer), { orderId: cancelled.orderId, details: '' })
  await moveTo(cancelled.orderId, 'cancelled')
  expect(await requestsOfOrder(db, cancelled.orderId)).toMatchObject([{ status: 'approved' }])
  expect(await lastEntry(cancelled.orderId)).toMatchObject({ kind: 'status', toStatus: 'cancelled' })
  const late = { orderId: cancelled.orderId, decision: 'approve', answer: '' } as const
  expect(await decideCancellation(ctx(admin), late)).toEqual(err('no_open_request'))
  expect((await countWaiting(db)).orders).toBe(waiting)
})

it('a refund request ends with its order: granted in full, and not decided once more', async () => {
  const { orders: waiting } = await countWaiting(db)
  const { product, orderId, total, itemId } = await ordered('delivered')
  await askForMoney(orderId)
  await moveTo(orderId, 'cancelled')
  expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'approved', amount: total }])
  expect(await lastEntry(orderId)).toMatchObject({
    kind: 'refund_approved',
    note: expect.stringContaining(formatAmount(total)),
  })
  expect(await approve(orderId, 1_00, itemId)).toEqual(err('no_open_request'))
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: total }])
  // Nobody has said that the parcel came back.
  expect(await stockOf(db, product)).toBe(8)
  expect((await countWaiting(db)).orders).toBe(waiting)
})

it('a refund request for an order that was never paid is declined when the order is cancelled', async () => {
  const { product, orderId } = await deliveredUnpaid()
  await askForMoney(orderId)
  await moveTo(orderId, 'cancelled')
  expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'declined', amount: null }])
  expect(await lastEntry(orderId)).toMatchObject({ kind: 'refund_declined' })
  expect(await refundsOfOrder(db, orderId)).toEqual([])
  expect(await stockOf(db, product)).toBe(8)
})

it('nothing is granted of an order that was never paid', async () => {
  const { orderId, itemId, total } = await deliveredUnpaid()
  await askForMoney(orderId)
  expect(await approve(orderId, total, itemId)).toEqual(err('wrong_amount'))
})

it('money of an order comes back once when its refund is decided first, and the unit that came back with it', async () => {
  const { product, orderId, total, itemId } = await ordered('delivered')
  await askForMoney(orderId)
  await approve(orderId, 1_00, itemId)
  await moveTo(orderId, 'cancelled')
  const refunds = await refundsOfOrder(db, orderId)
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  expect(await stockOf(db, product)).toBe(9)
})

it('goods, money and credit come back once when a refund is decided while the order is cancelled', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { product, orderId, total, itemId } = await ordered('delivered')
    await issueInvoice(ctx(), orderId)
    await askForMoney(orderId)
    const [first, , second] = await Promise.all([
      approve(orderId, 1_00, itemId),
      moveTo(orderId, 'cancelled'),
      approve(orderId, 1_00, itemId),
    ])
    const refunds = await refundsOfOrder(db, orderId)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    expect(await stockOf(db, product)).toBe(first.ok || second.ok ? 9 : 8)
    const wanted = (await queued(db, 'credit-note')).filter((job) => job.orderId === orderId)
    for (const credit of wanted.toReversed()) await issueCreditNote(ctx(), credit)
    const notes = db.selectFrom('creditNotes').select('amount').where('orderId', '=', orderId)
    expect((await notes.execute()).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(total)
    expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'approved' }])
  }
})
