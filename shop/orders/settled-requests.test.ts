/** Tests of open requests when staff change the order's status without deciding the request. */

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
import { readJobs } from '#tests/queued.ts'
import { stockOf, updateRows } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, orderProduct: placeOrder } = await story(shop)
const customer = await makeUser(db)

/** Makes a cash order of two of ten units, in this status. */
async function makeCashOrder(status: OrderStatus) {
  const { orderId, productId: product } = await placeOrder(customer, { status, quantity: 2 })
  const order = await findOrder(db, orderId)
  return { product, orderId, total: order?.total ?? paise(0), itemId: order?.items[0]?.id ?? '' }
}

/** Makes a card order that was delivered without payment, which no transition allows. */
async function makeUnpaidDelivery() {
  const order = await makeCashOrder('pending')
  await updateRows(db, 'orders', { id: order.orderId }, { status: 'delivered', paymentMethod: 'card' })
  return order
}

const moveTo = (orderId: string, status: OrderStatus) => changeOrder(ctx(admin), { orderId, status })
const requestRefund = (orderId: string) =>
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

it('cancelling approves an open cancellation request, and delivering declines it', async () => {
  const { orders: waiting } = await countWaiting(db)
  const [delivered, cancelled] = [await makeCashOrder('shipped'), await makeCashOrder('shipped')]
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

it('cancelling approves an open refund request in full, after which it cannot be decided again', async () => {
  const { orders: waiting } = await countWaiting(db)
  const { product, orderId, total, itemId } = await makeCashOrder('delivered')
  await requestRefund(orderId)
  await moveTo(orderId, 'cancelled')
  expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'approved', amount: total }])
  expect(await lastEntry(orderId)).toMatchObject({
    kind: 'refund_approved',
    note: expect.stringContaining(formatAmount(total)),
  })
  expect(await approve(orderId, 1_00, itemId)).toEqual(err('no_open_request'))
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: total }])
  // No returned units were entered.
  expect(await stockOf(db, product)).toBe(8)
  expect((await countWaiting(db)).orders).toBe(waiting)
})

it('cancelling an unpaid order declines its refund request', async () => {
  const { product, orderId } = await makeUnpaidDelivery()
  await requestRefund(orderId)
  await moveTo(orderId, 'cancelled')
  expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'declined', amount: null }])
  expect(await lastEntry(orderId)).toMatchObject({ kind: 'refund_declined' })
  expect(await refundsOfOrder(db, orderId)).toEqual([])
  expect(await stockOf(db, product)).toBe(8)
})

it('decideRefund refuses an amount for an unpaid order', async () => {
  const { orderId, itemId, total } = await makeUnpaidDelivery()
  await requestRefund(orderId)
  expect(await approve(orderId, total, itemId)).toEqual(err('wrong_amount'))
})

it('cancelling after a partial refund refunds the remaining amount and restocks nothing more', async () => {
  const { product, orderId, total, itemId } = await makeCashOrder('delivered')
  await requestRefund(orderId)
  await approve(orderId, 1_00, itemId)
  await moveTo(orderId, 'cancelled')
  const refunds = await refundsOfOrder(db, orderId)
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  expect(await stockOf(db, product)).toBe(9)
})

it('refund, stock and credit notes are right when a refund is decided and the order cancelled concurrently', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { product, orderId, total, itemId } = await makeCashOrder('delivered')
    await issueInvoice(ctx(), orderId)
    await requestRefund(orderId)
    const [first, , second] = await Promise.all([
      approve(orderId, 1_00, itemId),
      moveTo(orderId, 'cancelled'),
      approve(orderId, 1_00, itemId),
    ])
    const refunds = await refundsOfOrder(db, orderId)
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    expect(await stockOf(db, product)).toBe(first.ok || second.ok ? 9 : 8)
    const creditJobs = (await readJobs(db, 'credit-note')).filter((job) => job.orderId === orderId)
    for (const credit of creditJobs.toReversed()) await issueCreditNote(ctx(), credit)
    const notes = db.selectFrom('creditNotes').select('amount').where('orderId', '=', orderId)
    expect((await notes.execute()).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(total)
    expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'approved' }])
  }
})
