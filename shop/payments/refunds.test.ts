import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { type PaymentGateways, ProviderUnreachable } from '#shop/payment-gateway.ts'
import { payRefundManually, sendRefund } from '#shop/payments/pay-refunds.ts'
import { insertPayment, recordCash } from '#shop/payments/payments.sql.ts'
import { wasPaidByHand } from '#shop/payments/refund.ts'
import { listRefunds, refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const { db, ctx } = await testDatabase()

/** Makes an order of ₹118, paid by card in the sandbox. */
async function paidOrder() {
  const product = await makeProduct(db, { price: rupees(100) }, NOW)
  const orderId = await makeOrder(ctx(await makeUser(db)), [{ productId: product ?? '', quantity: 1 }])
  const paymentId = `pay_${randomUUID()}`
  const amount = rupees(118)
  const providerOrder = { id: `order_${paymentId}`, receipt: paymentId, amount, createdAt: NOW }
  await db.insertInto('sandboxOrders').values(providerOrder).execute()
  const payment = { id: paymentId, orderId: providerOrder.id, amount, status: 'captured', createdAt: NOW }
  await db.insertInto('sandboxPayments').values(payment).execute()
  const taken = {
    orderId,
    provider: 'sandbox',
    providerPaymentId: paymentId,
    amount,
    capturedAt: NOW,
  } as const
  await insertPayment(db, taken)
  await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', orderId).execute()
  return { orderId, paymentId }
}

async function request(orderId: string, key: string, amount = rupees(118)) {
  const wanted = { orderId, amount, key, reason: 'Order cancelled', actorId: null, now: NOW }
  const [refund] = await db.transaction().execute((trx) => requestRefund(trx, ctx().jobs, wanted))
  return refund ?? null
}

const sandboxRefundsOf = (paymentId: string) =>
  db.selectFrom('sandboxRefunds').select('amount').where('paymentId', '=', paymentId).execute()

describe('requestRefund', () => {
  it('creates one refund per key for concurrent requests', async () => {
    const { orderId } = await paidOrder()
    const all = await Promise.all(Array.from({ length: 10 }, () => request(orderId, `one ${orderId}`)))
    expect(new Set(all.map((refund) => refund?.id)).size).toBe(1)
    expect(await refundsOfOrder(db, orderId)).toHaveLength(1)
  })

  it('never refunds more than was paid, for concurrent requests with different keys', async () => {
    const { orderId } = await paidOrder()
    const requests = Array.from({ length: 8 }, (_, at) => request(orderId, `${at} ${orderId}`, rupees(50)))
    const amounts = (await Promise.all(requests)).flatMap((refund) => refund?.amount ?? [])
    expect(amounts.toSorted((a, b) => b - a)).toEqual([5000, 5000, 1800])
  })

  it('creates no refund of an unpaid order, and marks a cash refund to be paid by hand', async () => {
    const product = await makeProduct(db, { price: rupees(100) }, NOW)
    const orderId = await makeOrder(ctx(await makeUser(db)), [{ productId: product ?? '', quantity: 1 }])
    expect(await request(orderId, `none ${orderId}`)).toBeNull()
    await recordCash(db, orderId, NOW)
    await recordCash(db, orderId, NOW)
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('collected')
    const refund = await request(orderId, `cash ${orderId}`, rupees(500))
    expect(refund?.amount).toBe(11800)
    await sendRefund(ctx(), refund?.id ?? '')
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ status: 'by_hand' }])
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('collected')
  })
})

/** Returns a context whose provider refuses refunds. */
function refusingCtx() {
  const real = ctx().payments
  const sandbox = real.find('sandbox')
  if (!sandbox) throw new Error('no sandbox')
  const refund = async () => ({ outcome: 'refused', reason: 'The account is closed' }) as const
  return ctx(undefined, { payments: { ...real, find: () => ({ ...sandbox, refund }) } })
}

describe('payRefundManually', () => {
  it('records once that a cash refund was paid, after the refund job ran', async () => {
    const admin = await makeUser(db, { staffRole: 'owner' })
    const product = await makeProduct(db, { price: rupees(100) }, NOW)
    const orderId = await makeOrder(ctx(await makeUser(db)), [{ productId: product ?? '', quantity: 1 }])
    await recordCash(db, orderId, NOW)
    const refund = await request(orderId, `by hand ${orderId}`)
    const paid = { refundId: refund?.id ?? '', reference: 'UPI 4711' }
    expect(await payRefundManually(ctx(admin), paid)).toMatchObject(err('nothing_to_pay'))
    await sendRefund(ctx(), paid.refundId)
    const all = await Promise.all([1, 2, 3].map(() => payRefundManually(ctx(admin), paid)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('refunded')
    const listed = (await listRefunds(db, 100)).find(({ id }) => id === paid.refundId)
    expect(listed).toMatchObject({ status: 'done', reference: 'UPI 4711', isToPay: false })
    const mails = (await readJobs(db, 'refund-sent')).filter(({ refundId }) => refundId === paid.refundId)
    expect(mails).toHaveLength(1)
  })

  it('refuses a refund that the provider refused, if a later refund has returned the money', async () => {
    const admin = await makeUser(db, { staffRole: 'owner' })
    const { orderId } = await paidOrder()
    const refused = await request(orderId, `refused ${orderId}`)
    await sendRefund(refusingCtx(), refused?.id ?? '')
    const again = await request(orderId, `again ${orderId}`)
    await sendRefund(ctx(), again?.id ?? '')
    const byHand = { refundId: refused?.id ?? '', reference: 'NEFT' }
    expect(await payRefundManually(ctx(admin), byHand)).toMatchObject(err('nothing_to_pay'))
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('refunded')
  })
})

describe('sendRefund', () => {
  it('sends each partial refund once, and marks the order as refunded when everything is paid back', async () => {
    const { orderId, paymentId } = await paidOrder()
    const part = await request(orderId, `part ${orderId}`, rupees(18))
    const send = (id = '') => sendRefund(ctx(), id)
    await Promise.all([send(part?.id), send(part?.id), send(part?.id)])
    await send(part?.id)
    expect(await sandboxRefundsOf(paymentId)).toEqual([{ amount: 1800 }])
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('paid')
    const rest = await request(orderId, `rest ${orderId}`)
    await send(rest?.id)
    expect((await sandboxRefundsOf(paymentId)).map(({ amount }) => amount)).toEqual([1800, 10000])
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('refunded')
  })

  it('leaves a refund to staff if the shop no longer has its provider, and emails the customer about the account', async () => {
    const { orderId } = await paidOrder()
    await db.updateTable('payments').set({ provider: 'razorpay' }).where('orderId', '=', orderId).execute()
    const refundId = (await request(orderId, `gone ${orderId}`))?.id ?? ''
    await sendRefund(ctx(), refundId)
    const [left] = await refundsOfOrder(db, orderId)
    expect(left).toMatchObject({ status: 'by_hand', isCash: false })
    const refundJobs = async () =>
      (await readJobs(db, 'refund-sent')).filter((job) => job.refundId === refundId)
    expect(await refundJobs()).toHaveLength(1)
    const admin = await makeUser(db, { staffRole: 'owner' })
    await payRefundManually(ctx(admin), { refundId, reference: 'UPI 4712' })
    const [paid] = await refundsOfOrder(db, orderId)
    expect(paid && wasPaidByHand(paid)).toBe(true)
    expect(await refundJobs()).toHaveLength(2)
  })

  it('looks up an earlier request whose response was lost, instead of refunding twice', async () => {
    const { orderId, paymentId } = await paidOrder()
    const refund = await request(orderId, `lost ${orderId}`)
    const real = ctx().payments
    const calls: string[] = []
    const sandbox = real.find('sandbox')
    if (!sandbox) throw new Error('no sandbox')
    const losing: PaymentGateways = {
      ...real,
      find: () => ({
        ...sandbox,
        async refund(wanted) {
          calls.push(wanted.key)
          await sandbox.refund(wanted)
          throw new ProviderUnreachable('the response was lost')
        },
      }),
    }
    const id = refund?.id ?? ''
    await expect(sendRefund(ctx(undefined, { payments: losing }), id)).rejects.toThrow(ProviderUnreachable)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ status: 'requested' }])
    await sendRefund(ctx(undefined, { payments: losing }), id)
    expect(calls).toHaveLength(1)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ status: 'done' }])
    expect(await sandboxRefundsOf(paymentId)).toHaveLength(1)
  })

  it('stores why the provider refused, and allows another refund', async () => {
    const { orderId } = await paidOrder()
    const refund = await request(orderId, `no ${orderId}`)
    await sendRefund(refusingCtx(), refund?.id ?? '')
    const [refused] = await refundsOfOrder(db, orderId)
    expect(refused).toMatchObject({ status: 'refused', failureReason: 'The account is closed' })
    expect((await findOrder(db, orderId))?.paymentStatus).toBe('paid')
    expect((await request(orderId, `less ${orderId}`, paise(11799)))?.amount).toBe(11799)
  })
})
