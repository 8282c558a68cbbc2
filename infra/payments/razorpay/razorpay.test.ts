import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { createLog } from '#infra/logging/log.ts'
import { paymentGateways } from '#infra/payments/gateways.ts'
import { razorpayGateway } from '#infra/payments/razorpay/razorpay-gateway.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { ProviderUnreachable } from '#shop/payment-gateway.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { openPayment, verifyPayment } from '#shop/settlement/pay-order.ts'
import { checkPayment, handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { RAZORPAY_KEYS, startRazorpayServer } from '#tests/razorpay-server.ts'

const { db, ctx: plainCtx, jobs } = await testDatabase()
const razorpay = await startRazorpayServer()
afterAll(() => razorpay.stop())

/** Short, so that calls without a response end soon, but long enough for a busy machine. */
const PATIENCE_MS = 1_500
const gateway = razorpayGateway({ credentials: RAZORPAY_KEYS, baseUrl: razorpay.url, timeoutMs: PATIENCE_MS })
const ctx = (actor: Actor = VISITOR, now = NOW) => {
  const sandbox = plainCtx().payments.find('sandbox')
  if (!sandbox) throw new Error('there is no sandbox')
  const payments = paymentGateways({ sandbox, razorpay: gateway, takesCards: true, takesCash: true })
  return plainCtx(actor, { payments, now })
}
const later = (minutes: number) => ctx(VISITOR, minutesLater(minutes))

/** Places a card order of ₹118 and opens its payment at Razorpay. */
async function placeCardOrder() {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const orderId = await makeOrder(ctx(customer), [{ productId: productId ?? '', quantity: 1 }], {
    paymentMethod: 'card',
  })
  const opened = await openPayment(ctx(customer), { orderId })
  if (!opened.ok) throw new Error(opened.reason)
  return { customer, ...opened.value }
}

async function deliver(webhook: ReturnType<typeof razorpay.webhook>): Promise<string | null> {
  const earlierIds = new Set((await readJobs(db, 'payment-event')).map(({ eventId }) => eventId))
  expect(await receiveWebhook(ctx(), webhook)).toMatchObject({ ok: true })
  return (
    (await readJobs(db, 'payment-event')).find(({ eventId }) => !earlierIds.has(eventId))?.eventId ?? null
  )
}

async function deliverAndHandle(webhook: ReturnType<typeof razorpay.webhook>): Promise<void> {
  const eventId = await deliver(webhook)
  if (eventId) await handlePaymentEvent(ctx(), eventId)
}

const statusOf = async (orderId: string) => (await findOrder(db, orderId))?.paymentStatus
const paymentsOf = (orderId: string) =>
  db.selectFrom('payments').select(['providerPaymentId', 'amount']).where('orderId', '=', orderId).execute()
const confirmations = async (orderId: string) =>
  (await readJobs(db, 'order-confirmation')).filter((data) => data.orderId === orderId).length

async function placePaidOrder() {
  const order = await placeCardOrder()
  const payment = razorpay.pay(order.providerOrderId, 'captured')
  await verifyPayment(ctx(), { orderId: order.orderId, proof: razorpay.proofOf(payment) })
  return { ...order, payment }
}

async function refund(orderId: string, amount = rupees(118), key = `refund ${orderId} ${amount}`) {
  const wanted = { orderId, amount, key, reason: 'Order cancelled', actorId: null, now: NOW }
  const [ordered] = await db.transaction().execute((trx) => requestRefund(trx, jobs, wanted))
  return ordered?.id ?? ''
}

describe('paying by Razorpay', () => {
  it('creates an order in paise, and posts to the hosted page', async () => {
    const { orderId, intentId, providerOrderId, gateway: used } = await placeCardOrder()
    expect(providerOrderId).toMatch(/^order_/)
    expect(razorpay.calls.at(-1)).toBe('POST /v1/orders')
    const customer = { name: 'Meera Nair', email: 'meera@example.test', phone: '9845012345' }
    const payment = {
      providerOrderId,
      amount: paise(11800),
      orderId,
      link: null,
      shopName: 'Testmill',
      customer,
      origin: 'https://shop.test',
    }
    const page = used.hostedPage(payment)
    expect(JSON.stringify(page)).toContain('meera@example.test')
    const byLink = used.hostedPage({ ...payment, link: 'proof', customer: null })
    expect(JSON.stringify(byLink)).not.toContain('prefill')
    expect(page).toMatchObject({ method: 'post', action: `${razorpay.url}/v1/checkout/embedded` })
    expect(page.fields).toMatchObject({
      key_id: RAZORPAY_KEYS.keyId,
      order_id: providerOrderId,
      amount: '11800',
      callback_url: `https://shop.test/api/payments/return?order=${orderId}`,
    })
    expect(JSON.stringify(page)).not.toContain(RAZORPAY_KEYS.keySecret)
    expect(intentId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('verifies the proof and marks the order as paid', async () => {
    const { orderId, providerOrderId } = await placeCardOrder()
    const payment = razorpay.pay(providerOrderId, 'captured')
    const proof = razorpay.proofOf(payment)
    const forged = {
      ...proof,
      signature: proof.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    }
    expect(await verifyPayment(ctx(), { orderId, proof: forged })).toMatchObject({ reason: 'proof_wrong' })
    expect(await verifyPayment(ctx(), { orderId, proof })).toMatchObject({ value: { outcome: 'paid' } })
    expect(await paymentsOf(orderId)).toEqual([{ providerPaymentId: payment.id, amount: 11800 }])
  })

  it('captures an authorized payment', async () => {
    const { orderId, providerOrderId } = await placeCardOrder()
    const payment = razorpay.pay(providerOrderId, 'authorized')
    const result = await verifyPayment(ctx(), { orderId, proof: razorpay.proofOf(payment) })
    expect(result).toMatchObject({ value: { outcome: 'paid' } })
    expect(razorpay.calls).toContain(`POST /v1/payments/${payment.id}/capture`)
  })

  it('shows the bank’s reason for a decline', async () => {
    const { orderId, providerOrderId } = await placeCardOrder()
    razorpay.pay(providerOrderId, 'failed', 'Your payment was declined by the bank.')
    const result = await verifyPayment(ctx(), { orderId, proof: null })
    expect(result).toMatchObject({ reason: 'payment_failed', why: 'Your payment was declined by the bank.' })
    expect(await statusOf(orderId)).toBe('pending')
  })

  it('finds a captured payment in a later check if the response to the capture was lost', async () => {
    const { orderId, intentId, providerOrderId } = await placeCardOrder()
    const payment = razorpay.pay(providerOrderId, 'authorized')
    razorpay.trouble(/capture$/, 'lost-answer')
    const result = await verifyPayment(ctx(), { orderId, proof: razorpay.proofOf(payment) })
    expect(result).toMatchObject({ value: { outcome: 'confirming' } })
    expect(await statusOf(orderId)).toBe('pending')
    await checkPayment(later(15), intentId)
    expect(await statusOf(orderId)).toBe('paid')
    expect(await paymentsOf(orderId)).toHaveLength(1)
  })

  it.each(['cut-call', 'cut-answer', 'busy', 'broken'] as const)(
    'is refused if opening the payment fails (%s), and works at the next attempt',
    async (trouble) => {
      const customer = await makeUser(db)
      const productId = await makeProduct(db, { price: rupees(100) }, NOW)
      const items = [{ productId: productId ?? '', quantity: 1 }]
      const orderId = await makeOrder(ctx(customer), items, { paymentMethod: 'card' })
      razorpay.trouble(/POST \/v1\/orders$/, trouble)
      expect(await openPayment(ctx(customer), { orderId })).toMatchObject({ reason: 'provider_away' })
      expect(await openPayment(ctx(customer), { orderId })).toMatchObject({ ok: true })
    },
  )
})

describe('webhooks of Razorpay', () => {
  it('lead to the same state in any order: authorized, captured, order.paid and an earlier failure', async () => {
    const names = ['failed', 'authorized', 'captured', 'paid']
    const rotations = names.map((_, at) => [...names.slice(at), ...names.slice(0, at)])
    for (const order of [...rotations, names.toReversed()]) {
      const { orderId, providerOrderId } = await placeCardOrder()
      const failed = razorpay.webhook('payment.failed', razorpay.pay(providerOrderId, 'failed', 'No funds'))
      const payment = razorpay.pay(providerOrderId, 'authorized')
      const authorized = razorpay.webhook('payment.authorized', payment)
      payment.status = 'captured'
      const captured = razorpay.webhook('payment.captured', payment)
      const all = { failed, authorized, captured, paid: razorpay.webhook('order.paid', payment) }
      for (const name of order) await deliverAndHandle(all[name as keyof typeof all])
      expect(await statusOf(orderId), order.join(' ')).toBe('paid')
      expect(await paymentsOf(orderId)).toEqual([{ providerPaymentId: payment.id, amount: 11800 }])
      expect(await confirmations(orderId)).toBe(1)
    }
  })

  it('about a failure do not end the checks, which reopen the order once the payment is authorized', async () => {
    const { orderId, intentId, providerOrderId } = await placeCardOrder()
    const payment = razorpay.pay(providerOrderId, 'failed', 'Payment was not completed on time')
    await deliverAndHandle(razorpay.webhook('payment.failed', payment))
    await checkPayment(later(15), intentId)
    expect(await findOrder(db, orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
    payment.status = 'authorized'
    await checkPayment(later(3 * 24 * 60), intentId)
    expect(await findOrder(db, orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
    expect(razorpay.calls).toContain(`POST /v1/payments/${payment.id}/capture`)
  })

  it('about an authorized payment make the next check due at once', async () => {
    const { orderId, intentId, providerOrderId } = await placeCardOrder()
    await deliverAndHandle(
      razorpay.webhook('payment.authorized', razorpay.pay(providerOrderId, 'authorized')),
    )
    const due = db.selectFrom('paymentIntents').select('nextCheckAt').where('id', '=', intentId)
    expect((await due.executeTakeFirst())?.nextCheckAt).toEqual(NOW)
    await checkPayment(ctx(), intentId)
    expect(await statusOf(orderId)).toBe('paid')
  })

  it('are ignored if they are of another shop or kind, and refused if their signature is wrong', async () => {
    const foreign = razorpay.pay('order_of_another_shop', 'captured')
    const eventId = await deliver(razorpay.webhook('payment.captured', foreign))
    await handlePaymentEvent(ctx(), eventId ?? '')
    const stored = db.selectFrom('paymentEvents').select(['outcome', 'body'])
    expect(await stored.where('id', '=', eventId ?? '').executeTakeFirst()).toEqual({
      outcome: 'ignored',
      body: '',
    })
    const webhook = razorpay.webhook('payment.captured', foreign)
    const changed = { ...webhook, rawBody: webhook.rawBody.replace('captured', 'Captured') }
    expect(await receiveWebhook(ctx(), changed)).toMatchObject({ reason: 'signature_wrong' })
    expect(gateway.readWebhook('{"event":"settlement.processed","payload":{}}')).toEqual({
      payments: [],
      refunds: [],
    })
  })
})

describe('refunds by Razorpay', () => {
  it('can be partial, and never exceed the payment', async () => {
    const { orderId, payment } = await placePaidOrder()
    await sendRefund(ctx(), await refund(orderId, rupees(18)))
    expect(await statusOf(orderId)).toBe('paid')
    await sendRefund(ctx(), await refund(orderId, rupees(500)))
    expect(razorpay.refundsOf(payment.id).map(({ amount }) => amount)).toEqual([1800, 10000])
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await refund(orderId, rupees(1))).toBe('')
  })

  it.each(['cut-answer', 'cut-call', 'broken'] as const)(
    'are looked up after a failure (%s), before the next attempt',
    async (trouble) => {
      const { orderId, payment } = await placePaidOrder()
      const refundId = await refund(orderId)
      razorpay.trouble(/refund$/, trouble)
      await expect(sendRefund(ctx(), refundId)).rejects.toThrow(ProviderUnreachable)
      expect(await refundsOfOrder(db, orderId)).toMatchObject([{ status: 'requested' }])
      const callsBefore = razorpay.calls.length
      await sendRefund(ctx(), refundId)
      expect(razorpay.calls[callsBefore]).toBe(`GET /v1/payments/${payment.id}/refunds`)
      expect(await refundsOfOrder(db, orderId)).toMatchObject([{ status: 'done' }])
      expect(razorpay.refundsOf(payment.id)).toHaveLength(1)
    },
  )

  it('are made only once if several processes send them at the same time', async () => {
    const { orderId, payment } = await placePaidOrder()
    const refundId = await refund(orderId)
    await Promise.all(Array.from({ length: 10 }, () => sendRefund(ctx(), refundId)))
    expect(razorpay.refundsOf(payment.id)).toHaveLength(1)
    expect((await readJobs(db, 'refund-sent')).filter((data) => data.refundId === refundId)).toHaveLength(1)
  })

  it('get a reason and leave the order paid if Razorpay refuses them or fails to pay them out', async () => {
    const { orderId, payment } = await placePaidOrder()
    payment.amount_refunded = 11800
    const refused = await refund(orderId)
    await sendRefund(ctx(), refused)
    const [listed] = await refundsOfOrder(db, orderId)
    expect(listed).toMatchObject({
      status: 'refused',
      failureReason: expect.stringContaining('greater than'),
    })
    payment.amount_refunded = 0
    const accepted = await refund(orderId, rupees(118), `again ${orderId}`)
    await sendRefund(ctx(), accepted)
    expect(await statusOf(orderId)).toBe('refunded')
    const [providerRefund] = razorpay.refundsOf(payment.id)
    await deliverAndHandle(
      razorpay.webhook('refund.failed', payment, { refund: { ...providerRefund, status: 'failed' } }),
    )
    expect(await statusOf(orderId)).toBe('paid')
    const after = (await refundsOfOrder(db, orderId)).find(({ id }) => id === accepted)
    expect(after).toMatchObject({ status: 'refused' })
  })

  it('are settled by a webhook that lacks the payment, and ignored if they belong to another shop', async () => {
    const { orderId, payment } = await placePaidOrder()
    const accepted = await refund(orderId)
    await sendRefund(ctx(), accepted)
    for (const [key, outcome] of [
      [accepted, 'settled'],
      ['00000000-0000-4000-8000-000000000099', 'ignored'],
    ] as const) {
      const [providerRefund] = razorpay.refundsOf(payment.id)
      const id = await deliver(
        razorpay.webhook('refund.failed', payment, {
          refund: { ...providerRefund, id: key, status: 'failed' },
        }),
      )
      const about = { id: `${key} failed`, providerPaymentId: key, amount: paise(100), key } as const
      const failed = { ...about, status: 'failed', reason: 'account closed' } as const
      const alone = { ...gateway, readWebhook: () => ({ payments: [], refunds: [failed] }) }
      await handlePaymentEvent({ ...ctx(), payments: { ...ctx().payments, find: () => alone } }, id ?? '')
      const events = db
        .selectFrom('paymentEvents')
        .select('outcome')
        .where('id', '=', id ?? '')
      expect(await events.execute()).toEqual([{ outcome }])
    }
  })
})

describe('secrets', () => {
  it('appear neither in errors nor in the log, and wrong keys count as an unreachable provider', async () => {
    const lines: string[] = []
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    const wrong = { ...RAZORPAY_KEYS, keySecret: 'another-secret-of-the-tests' }
    const outsider = razorpayGateway({ credentials: wrong, baseUrl: razorpay.url, timeoutMs: PATIENCE_MS })
    const nobody = razorpayGateway({
      credentials: RAZORPAY_KEYS,
      baseUrl: 'http://127.0.0.1:9',
      timeoutMs: PATIENCE_MS,
    })
    razorpay.trouble(/orders$/, 'cut-call')
    for (const context of [gateway, nobody, outsider]) {
      const error = await context
        .createOrder({ receipt: 'r', amount: paise(100) })
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ProviderUnreachable)
      log.error({ err: error, gateway: context }, 'payment failed')
    }
    expect(lines).toHaveLength(3)
    const logText = lines.join('')
    const login = Buffer.from(`${RAZORPAY_KEYS.keyId}:${RAZORPAY_KEYS.keySecret}`).toString('base64')
    for (const secret of [RAZORPAY_KEYS.keySecret, RAZORPAY_KEYS.webhookSecret, wrong.keySecret, login])
      expect(logText).not.toContain(secret)
  })
})

describe('a redirect from the API', () => {
  it('is not followed, and leaves the outcome unknown', async () => {
    const calls: string[] = []
    const elsewhere = createServer((request, response) => {
      calls.push(request.url ?? '')
      response.writeHead(307, { location: `${razorpay.url}${request.url}` }).end()
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as { port: number }
    const redirecting = razorpayGateway({ credentials: RAZORPAY_KEYS, baseUrl: `http://127.0.0.1:${port}` })
    const order = redirecting.createOrder({ receipt: 'r', amount: paise(100) })
    await expect(order).rejects.toThrow(ProviderUnreachable)
    expect(calls).toHaveLength(1)
    elsewhere.close()
  })
})
