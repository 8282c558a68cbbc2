import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { err } from '#shop/kernel/result.ts'
import type { PaymentGateways } from '#shop/payment-gateway.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { checkPayment, handlePaymentEvent, queueDuePayments } from '#shop/settlement/payment-jobs.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const shop = await testDatabase({ poolSize: 12 })
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, deliverWebhooks, orderOf, paymentsOf, confirmationsOf, stockOf } =
  cardOrders(shop)

const ctxAt = (minutes: number, overrides = {}) =>
  ctx(undefined, { now: minutesLater(minutes), ...overrides })

/**
 * Returns the ids of the stored webhooks about a provider's order, sorted so that those with the status `first` come
 * first.
 */
async function eventsOf(providerOrderId: string, first = 'captured'): Promise<string[]> {
  const rows = await db.selectFrom('paymentEvents').select(['id', 'body']).execute()
  const own = rows.filter(({ body }) => body.includes(providerOrderId))
  const rank = ({ body }: { body: string }) => (body.includes(`"${first}"`) ? 0 : 1)
  return own.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id)
}

/**
 * Returns gateways whose sandbox is unreachable. Their error is an instance of another copy of the class, as in
 * bundled pages.
 */
function unreachableGateways(): PaymentGateways {
  const real = ctx().payments
  const sandbox = real.find('sandbox')
  const fail = async () => {
    throw Object.assign(new Error('no response'), { name: 'ProviderUnreachable' })
  }
  return { ...real, find: () => sandbox && { ...sandbox, paymentsOf: fail, createOrder: fail } }
}

describe('a card order', () => {
  it('waits for its payment, holds its stock, and is paid and confirmed by the proof', async () => {
    const { orderId, productId, providerOrderId } = await orderByCard({ stock: 3, quantity: 2 })
    expect(await orderOf(orderId)).toMatchObject({
      status: 'pending',
      paymentStatus: 'pending',
      total: 23600,
    })
    expect(await stockOf(productId)).toBe(1)
    expect(await confirmationsOf(orderId)).toEqual([])
    const proven = await prove(orderId, await actAtBank(providerOrderId, 'success'))
    expect(proven).toEqual({ ok: true, value: { orderId, outcome: 'paid' } })
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
    expect(await paymentsOf(orderId)).toMatchObject([{ amount: 23600, provider: 'sandbox' }])
    expect(await confirmationsOf(orderId)).toHaveLength(1)
    expect((await orderOf(orderId)).events.at(-1)?.kind).toBe('payment_received')
  })

  it('is not paid by a forged proof, or by another order’s proof', async () => {
    const [first, other] = [await orderByCard(), await orderByCard()]
    const back = await actAtBank(first.providerOrderId, 'success')
    expect(await prove(other.orderId, back)).toMatchObject(err('proof_wrong'))
    const forged = { ...back, signature: `${back.signature?.slice(0, -1)}g` }
    expect(await prove(first.orderId, forged)).toMatchObject(err('proof_wrong'))
    expect((await orderOf(other.orderId)).paymentStatus).toBe('pending')
    expect(await paymentsOf(first.orderId)).toEqual([])
  })

  it('stays open after a decline, names the reason, and can be paid by a second attempt', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    const declined = await prove(orderId, await actAtBank(providerOrderId, 'decline'))
    expect(declined).toMatchObject({ reason: 'payment_failed', why: 'The bank declined the card' })
    const retried = await openPayment(ctx(customer), { orderId })
    expect(retried).toMatchObject({
      ok: true,
      value: { providerOrderId, failureReason: 'The bank declined the card' },
    })
    await prove(orderId, await actAtBank(providerOrderId, 'success'))
    expect((await orderOf(orderId)).paymentStatus).toBe('paid')
    expect(await openPayment(ctx(customer), { orderId })).toMatchObject(err('not_payable'))
  })

  it('can be paid only by its customer, only its total, and has one order at the provider', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    const opened = await Promise.all(Array.from({ length: 6 }, () => openPayment(ctx(customer), { orderId })))
    expect(opened.map((result) => result.ok && result.value.providerOrderId)).toEqual(
      Array(6).fill(providerOrderId),
    )
    expect(await openPayment(ctx(await makeUser(db)), { orderId })).toMatchObject(err('order_not_found'))
    expect(await openPayment(ctx(), { orderId })).toMatchObject(err('signed_out'))
    expect(await openPayment(ctx(customer), { orderId, amount: 1 })).toMatchObject(err('amount_differs'))
    expect(await openPayment(ctx(customer), { orderId, amount: 11800 })).toMatchObject({ ok: true })
  })

  it('cannot be paid while the provider is unreachable', async () => {
    const { customer, productId } = await orderByCard()
    const items = [{ productId, quantity: 1 }]
    const orderId = await makeOrder(ctx(customer), items, { paymentMethod: 'card' })
    const answer = await openPayment(ctx(customer, { payments: unreachableGateways() }), { orderId })
    expect(answer).toMatchObject(err('provider_away'))
  })

  it('is refused as not payable if its payment method is cash', async () => {
    const { customer, productId } = await orderByCard()
    const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 1 }])
    expect(await openPayment(ctx(customer), { orderId })).toMatchObject(err('not_payable'))
  })
})

describe('webhooks', () => {
  it('are refused if the signature does not fit the raw body, and each is stored once', async () => {
    const { providerOrderId } = await orderByCard()
    await actAtBank(providerOrderId, 'repeated')
    const bodies = await deliverWebhooks(providerOrderId)
    expect(bodies).toHaveLength(3)
    expect(await eventsOf(providerOrderId)).toHaveLength(1)
    const [rawBody = ''] = bodies
    const headers = new Headers({ 'x-sandbox-signature': 'f'.repeat(64) })
    const forged = { provider: 'sandbox', rawBody, headers }
    expect(await receiveWebhook(ctx(), forged)).toMatchObject(err('signature_wrong'))
    const unknown = { ...forged, provider: 'razorpay' }
    expect(await receiveWebhook(ctx(), unknown)).toMatchObject(err('provider_not_found'))
  })

  it('pay the order without the browser, and once, however often an event is handled', async () => {
    const { orderId, providerOrderId } = await orderByCard()
    await actAtBank(providerOrderId, 'success')
    await deliverWebhooks(providerOrderId)
    const [eventId = ''] = await eventsOf(providerOrderId)
    await Promise.all(Array.from({ length: 20 }, () => handlePaymentEvent(ctx(), eventId)))
    expect((await orderOf(orderId)).paymentStatus).toBe('paid')
    expect(await paymentsOf(orderId)).toHaveLength(1)
    expect(await confirmationsOf(orderId)).toHaveLength(1)
  })

  it('record one payment and send one email if the browser’s proof and the check run concurrently', async () => {
    const { orderId, intentId, providerOrderId } = await orderByCard()
    const back = await actAtBank(providerOrderId, 'success')
    await Promise.all(Array.from({ length: 20 }, () => deliverWebhooks(providerOrderId)))
    const events = await eventsOf(providerOrderId)
    expect(events).toHaveLength(1)
    await Promise.all([
      ...Array.from({ length: 8 }, () => handlePaymentEvent(ctx(), events[0] ?? '')),
      ...Array.from({ length: 8 }, () => prove(orderId, back)),
      ...Array.from({ length: 8 }, () => checkPayment(ctxAt(15), intentId)),
    ])
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
    expect(await paymentsOf(orderId)).toHaveLength(1)
    expect(await confirmationsOf(orderId)).toHaveLength(1)
    expect(await refundsOfOrder(db, orderId)).toEqual([])
  })
})

describe('an order that is not paid in time', () => {
  it('is released after 15 minutes, once, and its units return to stock', async () => {
    const { orderId, intentId, productId } = await orderByCard({ stock: 2 })
    await checkPayment(ctxAt(14), intentId)
    expect((await orderOf(orderId)).status).toBe('pending')
    await Promise.all([
      checkPayment(ctxAt(15), intentId),
      checkPayment(ctxAt(15), intentId),
      checkPayment(ctxAt(16), intentId),
    ])
    const order = await orderOf(orderId)
    expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
    expect(order.events.map(({ note }) => note)).toEqual([null, 'Payment was not completed in time.'])
    expect(await stockOf(productId)).toBe(2)
  })

  it('is checked when its hold ends and for days afterwards, each time by one process', async () => {
    const { intentId } = await orderByCard()
    const queuedChecks = async () =>
      (await readJobs(db, 'payment-check')).filter((data) => data.intentId === intentId).length
    await queueDuePayments(ctxAt(14))
    expect(await queuedChecks()).toBe(0)
    await Promise.all(Array.from({ length: 4 }, () => queueDuePayments(ctxAt(15))))
    expect(await queuedChecks()).toBe(1)
    await checkPayment(ctxAt(15), intentId)
    const times: number[] = []
    for (let minute = 20; minute < 7 * 24 * 60; minute += 240) {
      const checksBefore = await queuedChecks()
      await queueDuePayments(ctxAt(minute))
      if ((await queuedChecks()) === checksBefore) continue
      times.push(minute)
      await checkPayment(ctxAt(minute), intentId)
    }
    expect(times.length).toBe(7)
    expect(times.at(-1)).toBeGreaterThan(5 * 24 * 60)
  })

  it('is not released if the provider has the payment but has not reported it', async () => {
    const { orderId, intentId, providerOrderId } = await orderByCard()
    await actAtBank(providerOrderId, 'success')
    await checkPayment(ctxAt(15), intentId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  })

  it('is released 15 minutes later if the provider is unreachable', async () => {
    const { orderId, intentId } = await orderByCard()
    await checkPayment(ctxAt(15, { payments: unreachableGateways() }), intentId)
    expect((await orderOf(orderId)).status).toBe('pending')
    await checkPayment(ctxAt(30, { payments: unreachableGateways() }), intentId)
    expect((await orderOf(orderId)).status).toBe('cancelled')
  })

  it('refunds a late payment if the stock is sold out', async () => {
    const { orderId, intentId, productId, providerOrderId } = await orderByCard({ stock: 1 })
    await checkPayment(ctxAt(15), intentId)
    await makeOrder(ctx(await makeUser(db)), [{ productId, quantity: 1 }])
    const back = await actAtBank(providerOrderId, 'success')
    const proven = await Promise.all([prove(orderId, back), prove(orderId, back), prove(orderId, back)])
    expect(proven[0]).toMatchObject({ ok: true, value: { outcome: 'over' } })
    const [refund, ...more] = await refundsOfOrder(db, orderId)
    expect(more).toEqual([])
    expect(refund).toMatchObject({
      amount: 11800,
      reason: expect.stringContaining('could not be reopened'),
    })
    await sendRefund(ctx(), refund?.id ?? '')
    expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    expect(await stockOf(productId)).toBe(0)
    expect(await confirmationsOf(orderId)).toEqual([])
    expect((await readJobs(db, 'refund-sent')).map(({ refundId }) => refundId)).toContain(refund?.id)
  })

  it('is not released if staff have changed its status', async () => {
    const { orderId, intentId } = await orderByCard()
    await db.updateTable('orders').set({ status: 'processing' }).where('id', '=', orderId).execute()
    await checkPayment(ctxAt(15), intentId)
    expect((await orderOf(orderId)).status).toBe('processing')
  })
})
