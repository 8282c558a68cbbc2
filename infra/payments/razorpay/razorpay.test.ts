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
import { queued } from '#tests/queued.ts'
import { RAZORPAY_KEYS, razorpayServer } from '#tests/razorpay-server.ts'

const { db, ctx: plainCtx, jobs } = await testDatabase()
const razorpay = await razorpayServer()
afterAll(() => razorpay.stop())

/** Short, for calls without an answer; long enough for a busy machine. */
const PATIENCE_MS = 1_500
const gateway = razorpayGateway({ credentials: RAZORPAY_KEYS, baseUrl: razorpay.url, timeoutMs: PATIENCE_MS })
const ctx = (actor: Actor = VISITOR, now = NOW) => {
  const sandbox = plainCtx().payments.find('sandbox')
  if (!sandbox) throw new Error('there is no sandbox')
  const payments = paymentGateways({ sandbox, razorpay: gateway, takesCards: true, takesCash: true })
  return plainCtx(actor, { payments, now })
}
const later = (minutes: number) => ctx(VISITOR, minutesLater(minutes))

/** A card order of ₹118, opened at Razorpay. */
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
  const earlierIds = new Set((await queued(db, 'payment-event')).map(({ eventId }) => eventId))
  expect(await receiveWebhook(ctx(), webhook)).toMatchObject({ ok: true })
  return (await queued(db, 'payment-event')).find(({ eventId }) => !earlierIds.has(eventId))?.eventId ?? null
}

async function deliverAndHandle(webhook: ReturnType<typeof razorpay.webhook>): Promise<void> {
  const eventId = await deliver(webhook)
  if (eventId) await handlePaymentEvent(ctx(), eventId)
}

const statusOf = async (orderId: string) => (await findOrder(db, orderId))?.paymentStatus
const paymentsOf = (orderId: string) =>
  db.selectFrom('payments').select(['providerPaymentId', 'amount']).where('orderId', '=', orderId).execute()
const confirmations = async (orderId: string) =>
  (await queued(db, 'order-confirmation')).filter((data) => data.orderId === orderId).length

async function paid() {
  const order = await placeCardOrder()
  const payment = razorpay.pay(order.providerOrderId, 'captured')
  await verifyPayment(ctx(), { orderId: order.orderId, proof: razorpay.proofOf(payment) })
  return { ...order, payment }
}

async function refund(orderId: string, amount = rupees(118), key = `refund ${orderId} ${amount}`) {
  const wanted = { orderId, amount, key, reason: 'Order cancelled', actorId: null, now: NOW }
  const ordered = await db.transaction().execute((trx) => requestRefund(trx, jobs, wanted))
  return ordered?.id ?? ''
}

describe('paying by Razorpay', () => {
  it('opens an order in paise with a receipt of its own, and leads to the hosted page', async () => {
    const { orderId, intentId, providerOrderId, gateway: used } = await placeCardOrder()
    expect(providerOrderId).toMatch(/^order_/)
    expect(razorpay.calls.at(-1)).toBe('POST /v1/orders')
    const page = used.hostedPage({
      providerOrderId,
      amount: paise(11800),
      orderId,
      shopName: 'Testmill',
      customer: { name: 'Meera Nair', email: 'meera@example.test', phone: '9845012345' },
      origin: 'https://shop.test',
    })
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

  it('success: the proof is checked, and the order paid', async () => {
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

  it('money that a bank has only set aside is captured first', async () => {
    const { orderId, providerOrderId } = await placeCardOrder()
    const payment = razorpay.pay(providerOrderId, 'authorized')
    const proven = await verifyPayment(ctx(), { orderId, proof: razorpay.proofOf(payment) })
    expect(proven).toMatchObject({ value: { outcome: 'paid' } })
    expect(razorpay.calls).toContain(`POST /v1/payments/${payment.id}/capture`)
  })

  it('decline: the customer hears why in the bank’s words', async () => {
    const { orderId, providerOrderId } = await placeCardOrder()
    razorpay.pay(providerOrderId, 'failed', 'Your payment was declined by the bank.')
    const proven = await verifyPayment(ctx(), { orderId, proof: null })
    expect(proven).toMatchObject({ reason: 'payment_failed', why: 'Your payment was declined by the bank.' })
    expect(await statusOf(orderId)).toBe('pending')
  })

  it('a timeout after the capture: the browser waits, and the check finds the money', async () => {
    const { orderId, intentId, providerOrderId } = await placeCardOrder()
    const payment = razorpay.pay(providerOrderId, 'authorized')
    razorpay.trouble(/capture$/, 'lost-answer')
    const proven = await verifyPayment(ctx(), { orderId, proof: razorpay.proofOf(payment) })
    expect(proven).toMatchObject({ value: { outcome: 'confirming' } })
    expect(await statusOf(orderId)).toBe('pending')
    await checkPayment(later(15), intentId)
    expect(await statusOf(orderId)).toBe('paid')
    expect(await paymentsOf(orderId)).toHaveLength(1)
  })

  it.each(['cut-call', 'cut-answer', 'busy', 'broken'] as const)(
    'a %s while opening: refused for now, opened at the next try',
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
  it('end in the same in whatever order: authorized, captured, order.paid and an earlier failure', async () => {
    const names = ['failed', 'authorized', 'captured', 'paid']
    const turned = names.map((_, at) => [...names.slice(at), ...names.slice(0, at)])
    for (const order of [...turned, names.toReversed()]) {
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

  it('failed, then authorized days later by the same payment: captured, and the order is open again', async () => {
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

  it('an authorized one alone makes the next check fall due at once', async () => {
    const { orderId, intentId, providerOrderId } = await placeCardOrder()
    await deliverAndHandle(
      razorpay.webhook('payment.authorized', razorpay.pay(providerOrderId, 'authorized')),
    )
    const due = db.selectFrom('paymentIntents').select('nextCheckAt').where('id', '=', intentId)
    expect((await due.executeTakeFirst())?.nextCheckAt).toEqual(NOW)
    await checkPayment(ctx(), intentId)
    expect(await statusOf(orderId)).toBe('paid')
  })

  it('of another shop, of another kind, or with a wrong signature do nothing', async () => {
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
  it('in parts, and never more than was paid', async () => {
    const { orderId, payment } = await paid()
    await sendRefund(ctx(), await refund(orderId, rupees(18)))
    expect(await statusOf(orderId)).toBe('paid')
    await sendRefund(ctx(), await refund(orderId, rupees(500)))
    expect(razorpay.refundsOf(payment.id).map(({ amount }) => amount)).toEqual([1800, 10000])
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await refund(orderId, rupees(1))).toBe('')
  })

  it.each(['cut-answer', 'cut-call', 'broken'] as const)(
    'a %s is asked about before the next try',
    async (trouble) => {
      const { orderId, payment } = await paid()
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

  it('many senders at once move the money once', async () => {
    const { orderId, payment } = await paid()
    const refundId = await refund(orderId)
    await Promise.all(Array.from({ length: 10 }, () => sendRefund(ctx(), refundId)))
    expect(razorpay.refundsOf(payment.id)).toHaveLength(1)
    expect((await queued(db, 'refund-sent')).filter((data) => data.refundId === refundId)).toHaveLength(1)
  })

  it('that Razorpay refuses, or cannot pay out after all, say why and leave the money with the order', async () => {
    const { orderId, payment } = await paid()
    payment.amount_refunded = 11800
    const refused = await refund(orderId)
    await sendRefund(ctx(), refused)
    const [listed] = await refundsOfOrder(db, orderId)
    expect(listed).toMatchObject({
      status: 'refused',
      failureReason: expect.stringContaining('greater than'),
    })
    payment.amount_refunded = 0
    const taken = await refund(orderId, rupees(118), `again ${orderId}`)
    await sendRefund(ctx(), taken)
    expect(await statusOf(orderId)).toBe('refunded')
    const [made] = razorpay.refundsOf(payment.id)
    await deliverAndHandle(
      razorpay.webhook('refund.failed', payment, { refund: { ...made, status: 'failed' } }),
    )
    expect(await statusOf(orderId)).toBe('paid')
    const after = (await refundsOfOrder(db, orderId)).find(({ id }) => id === taken)
    expect(after).toMatchObject({ status: 'refused' })
  })

  it('are settled by a webhook about them alone, and those of another shop are nothing of ours', async () => {
    const { orderId, payment } = await paid()
    const taken = await refund(orderId)
    await sendRefund(ctx(), taken)
    for (const [key, outcome] of [
      [taken, 'settled'],
      ['00000000-0000-4000-8000-000000000099', 'ignored'],
    ] as const) {
      const [made] = razorpay.refundsOf(payment.id)
      const id = await deliver(
        razorpay.webhook('refund.failed', payment, { refund: { ...made, id: key, status: 'failed' } }),
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
  it('reach neither errors nor the log, and wrong keys only make the provider unreachable', async () => {
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
    const said = lines.join('')
    const login = Buffer.from(`${RAZORPAY_KEYS.keyId}:${RAZORPAY_KEYS.keySecret}`).toString('base64')
    for (const secret of [RAZORPAY_KEYS.keySecret, RAZORPAY_KEYS.webhookSecret, wrong.keySecret, login])
      expect(said).not.toContain(secret)
  })
})

describe('an answer that leads elsewhere', () => {
  it('is not followed, with the keys or without, and says nothing about the call', async () => {
    const calls: string[] = []
    const elsewhere = createServer((request, response) => {
      calls.push(request.url ?? '')
      response.writeHead(307, { location: `${razorpay.url}${request.url}` }).end()
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as { port: number }
    const moved = razorpayGateway({ credentials: RAZORPAY_KEYS, baseUrl: `http://127.0.0.1:${port}` })
    const order = moved.createOrder({ receipt: 'r', amount: paise(100) })
    await expect(order).rejects.toThrow(ProviderUnreachable)
    expect(calls).toHaveLength(1)
    elsewhere.close()
  })
})
