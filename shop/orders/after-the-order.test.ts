import { describe, expect, it } from 'vitest'
import { RETURNS } from '#content/policies/policies.ts'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findDocument, invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { paise } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { REFUND_REQUEST_DAYS } from '#shop/orders/request.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRows, rowOf, stockOf, updateRows } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, orderProduct: placeOrder } = await story(shop)
const customer = await makeUser(db)
const stranger = await makeUser(db)

const makeCustomerOrder = (status: OrderStatus = 'pending') => placeOrder(customer, { status, quantity: 2 })

/** Marks the order as paid by card and returns its total. */
async function payByCard(orderId: string): Promise<number> {
  const { total } = await rowOf(db, 'orders', { id: orderId })
  await insertRows(db, 'payments', {
    orderId,
    provider: 'sandbox',
    providerPaymentId: orderId,
    amount: total,
    capturedAt: NOW,
  })
  await updateRows(db, 'orders', { id: orderId }, { paymentMethod: 'card', paymentStatus: 'paid' })
  return total
}

const cancel = (orderId: string, details = '') => cancelOrder(ctx(customer), { orderId, details })
const requestRefundOf = (orderId: string) =>
  requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: 'The box was open' })
const kindsOf = async (orderId: string) => (await findOrder(db, orderId))?.events.map(({ kind }) => kind)

describe('cancelOrder', () => {
  it.each(['pending', 'processing'] as const)(
    'cancels a %s order at once, restocks its units and refunds it',
    async (status) => {
      const { productId, orderId } = await makeCustomerOrder(status)
      const total = await payByCard(orderId)
      expect(await cancel(orderId, 'Ordered twice')).toEqual({ ok: true, value: 'cancelled' })
      const order = await findOrder(db, orderId)
      expect(order).toMatchObject({ status: 'cancelled' })
      expect(order?.events.at(-1)).toMatchObject({ toStatus: 'cancelled', note: 'Ordered twice' })
      expect(await stockOf(db, productId)).toBe(10)
      expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: total, status: 'requested' }])
    },
  )

  it('cancels and refunds once when called several times at the same time', async () => {
    const { productId, orderId } = await makeCustomerOrder()
    await payByCard(orderId)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => cancel(orderId)))
    expect(outcomes).toEqual(outcomes.map(() => ({ ok: true, value: 'cancelled' })))
    expect(await stockOf(db, productId)).toBe(10)
    expect(await refundsOfOrder(db, orderId)).toHaveLength(1)
    expect(await kindsOf(orderId)).toHaveLength(2)
  })

  it('opens a cancellation request for a shipped order', async () => {
    const { productId, orderId } = await makeCustomerOrder('shipped')
    expect(await cancel(orderId, 'Too late for the feast')).toEqual({ ok: true, value: 'requested' })
    await cancel(orderId)
    expect(await requestsOfOrder(db, orderId)).toMatchObject([
      { kind: 'cancellation', status: 'open', details: 'Too late for the feast' },
    ])
    expect((await kindsOf(orderId))?.filter((kind) => kind === 'cancellation_requested')).toHaveLength(1)
    expect(await stockOf(db, productId)).toBe(8)
  })

  it('refuses a delivered order, other customers and visitors', async () => {
    const { orderId } = await makeCustomerOrder('delivered')
    expect(await cancel(orderId)).toEqual(err('not_cancellable'))
    const request = { orderId, details: '' }
    expect(await cancelOrder(ctx(stranger), request)).toEqual(err('order_not_found'))
    expect(await cancelOrder(ctx(), request)).toEqual(err('signed_out'))
  })

  it('either cancels or becomes a request when an admin ships at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { productId, orderId } = await makeCustomerOrder()
      const [cancelled] = await Promise.all([
        cancel(orderId),
        changeOrder(ctx(admin), { orderId, status: 'shipped', version: 1 }),
      ])
      const order = await findOrder(db, orderId)
      expect(cancelled.ok && cancelled.value).toBe(order?.status === 'cancelled' ? 'cancelled' : 'requested')
      expect(['cancelled', 'shipped']).toContain(order?.status)
      expect(await stockOf(db, productId)).toBe(order?.status === 'cancelled' ? 10 : 8)
    }
  })
})

describe('decideCancellation', () => {
  const decide = (orderId: string, decision: 'approve' | 'decline', answer = '') =>
    decideCancellation(ctx(admin), { orderId, decision, answer })

  it('approves: cancels the order and refunds it, but does not restock a parcel on its way', async () => {
    const { productId, orderId } = await makeCustomerOrder('shipped')
    await payByCard(orderId)
    await cancel(orderId)
    expect(await decide(orderId, 'approve', 'Stopped at the hub')).toEqual(ok(null))
    expect(await findOrder(db, orderId)).toMatchObject({ status: 'cancelled' })
    expect(await requestsOfOrder(db, orderId)).toMatchObject([
      { status: 'approved', answer: 'Stopped at the hub' },
    ])
    expect(await stockOf(db, productId)).toBe(8)
    expect(await refundsOfOrder(db, orderId)).toHaveLength(1)
  })

  it('declines with an answer and leaves the order shipped', async () => {
    const { orderId } = await makeCustomerOrder('shipped')
    await cancel(orderId)
    await decide(orderId, 'decline', 'It is with the courier')
    expect(await findOrder(db, orderId)).toMatchObject({ status: 'shipped' })
    expect(await kindsOf(orderId)).toContain('cancellation_declined')
  })

  it('accepts only one of two concurrent decisions', async () => {
    const { orderId } = await makeCustomerOrder('shipped')
    await cancel(orderId)
    const outcomes = await Promise.all([decide(orderId, 'approve'), decide(orderId, 'decline')])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('requestOrderRefund and decideRefund', () => {
  it('open one request, for a delivered order of the customer only', async () => {
    const { orderId } = await makeCustomerOrder('shipped')
    expect(await requestRefundOf(orderId)).toEqual(err('not_delivered'))
    await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    const foreign = await requestOrderRefund(ctx(stranger), { orderId, reason: 'late', details: '' })
    expect(foreign).toEqual(err('order_not_found'))
    await Promise.all([requestRefundOf(orderId), requestRefundOf(orderId), requestRefundOf(orderId)])
    expect(await requestsOfOrder(db, orderId)).toMatchObject([
      { kind: 'refund', reason: 'damaged', status: 'open' },
    ])
  })

  it('refuse a request after the days of the returns policy, from midnight in India', async () => {
    const { orderId } = await makeCustomerOrder('delivered')
    // Delivered on 21 November; the 28th is the last day.
    const requestAt = (now: string) =>
      requestOrderRefund(ctx(customer, { now: new Date(now) }), { orderId, reason: 'late', details: '' })
    expect(await requestAt('2026-11-28T18:30:00Z')).toEqual(err('refund_request_late'))
    expect(await requestsOfOrder(db, orderId)).toEqual([])
    expect(await requestAt('2026-11-28T18:29:59Z')).toEqual(ok(null))
    expect(REFUSALS.refund_request_late.en).toContain(`for ${REFUND_REQUEST_DAYS} days`)
    expect(RETURNS.sections.flatMap(({ blocks }) => blocks).join(' ')).not.toMatch(/\d days of delivery/)
  })

  it('approve a request once, refund the amount and restock the returned unit', async () => {
    const { productId, orderId } = await makeCustomerOrder('delivered')
    await requestRefundOf(orderId)
    const itemId = (await findOrder(db, orderId))?.items[0]?.id ?? ''
    const approve = () =>
      decideRefund(ctx(admin), {
        orderId,
        decision: 'approve',
        amount: paise(100_00),
        returned: [{ itemId, quantity: 1, restocked: 1 }],
        answer: 'Sorry for that',
      })
    const outcomes = await Promise.all([approve(), approve(), approve()])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: 100_00 }])
    expect(await stockOf(db, productId)).toBe(9)
    expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'approved', amount: 100_00 }])
    expect(await requestRefundOf(orderId)).toEqual(err('refund_granted'))
  })

  it('refuse an amount above the total or of zero, and more units than ordered, without any change', async () => {
    const { productId, orderId } = await makeCustomerOrder('delivered')
    await requestRefundOf(orderId)
    const { total = 0, items = [] } = (await findOrder(db, orderId)) ?? {}
    const itemId = items[0]?.id ?? ''
    const approve = (amount: number, quantity: number) =>
      decideRefund(ctx(admin), {
        orderId,
        decision: 'approve',
        amount: paise(amount),
        returned: [{ itemId, quantity, restocked: quantity }],
        answer: '',
      })
    expect(await approve(total + 1, 1)).toEqual(err('wrong_amount'))
    expect(await approve(0, 1)).toEqual(err('wrong_amount'))
    expect(await approve(total, 3)).toEqual(err('not_in_order'))
    expect(await stockOf(db, productId)).toBe(8)
    expect(await refundsOfOrder(db, orderId)).toEqual([])
  })

  it('refund the price of the returned unit if no amount is given, and put only its line on the credit note', async () => {
    const [productId, damaged] = [await makeProduct(db), await makeProduct(db)]
    const both = [productId, damaged].map((id) => ({ productId: id, quantity: 2 }))
    const orderId = await makeOrder(ctx(customer), both)
    must(await changeOrder(ctx(admin), { orderId, status: 'delivered' }))
    const { items = [] } = (await findOrder(db, orderId)) ?? {}
    const itemId = items[0]?.id ?? ''
    const invoice = must(await issueInvoice(ctx(customer), orderId))
    const [line] = invoice.lines
    await requestRefundOf(orderId)
    const returned = [{ itemId, quantity: 1, restocked: 0 }]
    const approve = (over: object) =>
      decideRefund(ctx(admin), { orderId, decision: 'approve', amount: null, returned, answer: '', ...over })
    const tooMany = [{ itemId, quantity: 1, restocked: 2 }]
    expect(await approve({ returned: tooMany })).toEqual(err('restocked_too_many'))
    expect(await approve({ returned: [] })).toEqual(err('wrong_amount'))
    const stock = [await stockOf(db, productId), await stockOf(db, damaged)]
    expect(await approve({})).toEqual(ok(null))
    // Half of the line's price and half of its tax (CGST equals SGST). Nothing is restocked.
    const price = (line?.taxable ?? 0) / 2 + (line?.cgst ?? 0)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: price }])
    expect([await stockOf(db, productId), await stockOf(db, damaged)]).toEqual(stock)
    const [job] = (await readJobs(db, 'credit-note')).filter((data) => data.orderId === orderId)
    if (!job) throw new Error('no credit note is queued')
    await issueCreditNote(ctx(), job)
    const [summary] = (await invoicesOfOrder(db, orderId)).creditNotes
    const note = await findDocument(db, 'creditNotes', orderId, summary?.id ?? '')
    expect(note?.lines).toMatchObject([
      { description: line?.description, hsnCode: line?.hsnCode, invoiceLine: 0, quantity: 1 },
    ])
    expect(note).toMatchObject({ total: price, taxable: (line?.taxable ?? 0) / 2, roundOff: 0 })
  })

  it('decline only with a reason, after which the customer may request again', async () => {
    const { orderId } = await makeCustomerOrder('delivered')
    await requestRefundOf(orderId)
    const decline = (answer: string) => decideRefund(ctx(admin), { orderId, decision: 'decline', answer })
    expect(await decline('')).toEqual(err('answer_needed'))
    expect(await decline('The photograph shows a closed box')).toEqual(ok(null))
    expect(await requestRefundOf(orderId)).toEqual(ok(null))
    expect((await requestsOfOrder(db, orderId)).map(({ status }) => status).toSorted()).toEqual([
      'declined',
      'open',
    ])
  })
})

describe('changeOrder', () => {
  it('accepts only one of two changes of the same version', async () => {
    const { orderId } = await makeCustomerOrder()
    const changeNumber = (trackingNumber: string) =>
      changeOrder(ctx(admin), { orderId, version: 1, trackingNumber })
    const outcomes = await Promise.all([changeNumber('one'), changeNumber('two')])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes).toContainEqual(err('edit_conflict'))
  })

  it('records the tracking number in the history and the audit log', async () => {
    const { orderId } = await makeCustomerOrder()
    await changeOrder(ctx(admin), { orderId, trackingNumber: 'EE1', carrier: 'India Post' })
    expect((await findOrder(db, orderId))?.events.at(-1)).toMatchObject({
      kind: 'parcel',
      note: 'India Post, EE1',
    })
    const [entry] = await db.selectFrom('auditLog').selectAll().where('entityId', '=', orderId).execute()
    expect(entry).toMatchObject({ actorId: admin.id, entity: 'order', after: { trackingNumber: 'EE1' } })
  })

  it('refuses to reopen an order that was refunded', async () => {
    const { orderId } = await makeCustomerOrder()
    await payByCard(orderId)
    await cancel(orderId)
    const reopened = await changeOrder(ctx(admin), { orderId, status: 'processing' })
    expect(reopened).toEqual(err('payment_returned'))
  })
})
