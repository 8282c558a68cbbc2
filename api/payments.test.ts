import { describe, expect, it } from 'vitest'
import { SANDBOX_SIGNATURE } from '#infra/payments/sandbox/sandbox-gateway.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { redeemPaymentPageLink } from '#shop/settlement/payment-page-link.ts'
import { apiClient } from '#tests/api-client.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const { call, api, errors } = apiClient(ctx)
const { bank, orderByCard, actAtBank, orderOf } = cardOrders(testDb)

const open = (actor: Actor, body: unknown) => call(actor, 'POST', '/create-payment-intent', { body })
const submitProof = (actor: Actor, body: unknown) => call(actor, 'POST', '/process-payment', { body })

describe('POST /create-payment-intent', () => {
  it('opens the payment of the customer’s own order, with the order’s total as its amount', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    const opened = await open(customer, { order_id: orderId, amount: 118 })
    expect(opened.status).toBe(200)
    expect(opened.body).toMatchObject({
      order_id: orderId,
      provider: 'sandbox',
      provider_order_id: providerOrderId,
      amount: 118,
      currency: 'INR',
      checkout_url: `http://shop.test/checkout/pay/${orderId}`,
      hold_until: '2026-11-21T09:15:00.000Z',
    })
    expect((await open(customer, { order_id: orderId })).body).toEqual(opened.body)
  })

  it('answers a repeated Idempotency-Key with the payment, even once it is paid', async () => {
    const { customer, orderId } = await orderByCard()
    const openOnce = () =>
      call(customer, 'POST', '/create-payment-intent', {
        ...{ body: { order_id: orderId }, headers: { 'idempotency-key': 'open' } },
      })
    const opened = await openOnce()
    await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', orderId).execute()
    expect(await open(customer, { order_id: orderId })).toMatchObject({ status: 409 })
    const again = await openOnce()
    expect(again).toMatchObject({ status: 200, body: opened.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it.each([117.99, 118.001, -118, '118'])('refuses an amount of %s', async (amount) => {
    const { customer, orderId } = await orderByCard()
    const { status, body } = await open(customer, { order_id: orderId, amount })
    expect(status).toBe(422)
    expect(body.fields.amount).toBeDefined()
  })
})

describe('POST /orders/{id}/payment-link', () => {
  it('answers with a link that is valid for ten minutes, if the customer’s own order can still be paid', async () => {
    const { customer, orderId } = await orderByCard()
    const create = (actor: Actor) => call(actor, 'POST', `/orders/${orderId}/payment-link`)
    expect(await create(customer)).toMatchObject({
      status: 201,
      body: {
        url: expect.stringMatching(`^http://shop.test/checkout/pay/${orderId}\\?once=[\\w-]{43}$`),
        expires_at: '2026-11-21T09:10:00.000Z',
      },
    })
    expect((await create((await orderByCard()).customer)).status).toBe(404)
    await db.updateTable('paymentIntents').set({ holdUntil: NOW }).where('orderId', '=', orderId).execute()
    expect(await create(customer)).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  })

  it('answers a repeated key with the same link until it is used', async () => {
    const { customer, orderId } = await orderByCard()
    const headers = { 'idempotency-key': 'link' }
    const create = () => call(customer, 'POST', `/orders/${orderId}/payment-link`, { headers })
    const [first, ...others] = await Promise.all([create(), create(), create()])
    for (const { status, body } of others) expect([status, body]).toEqual([201, first.body])
    const token = new URL(first.body.url).searchParams.get('once') ?? ''
    must(await redeemPaymentPageLink(ctx(), { orderId, token }))
    const used = {
      status: 422,
      body: { code: 'link_invalid', fields: { 'Idempotency-Key': expect.any(String) } },
    }
    expect(await create()).toMatchObject(used)
  })
})

describe('POST /create-payment-intent after a payment attempt', () => {
  const setIntent = (orderId: string, fields: { confirmingSince?: Date; holdUntil?: Date }) =>
    db.updateTable('paymentIntents').set(fields).where('orderId', '=', orderId).execute()
  const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)

  it('answers 409 while the outcome is unknown, and opens the payment again after five minutes', async () => {
    const { customer, orderId } = await orderByCard()
    await setIntent(orderId, { confirmingSince: minutesFromNow(-4) })
    expect(await open(customer, { order_id: orderId })).toMatchObject({
      status: 409,
      body: { code: 'payment_confirming' },
    })
    await setIntent(orderId, { confirmingSince: minutesFromNow(-5) })
    expect((await open(customer, { order_id: orderId })).status).toBe(200)
  })

  it('answers 409 when the time to pay is over, whether or not a payment was attempted', async () => {
    const { customer, orderId } = await orderByCard()
    await setIntent(orderId, { holdUntil: NOW })
    const refused = { status: 409, body: { code: 'not_payable' } }
    expect(await open(customer, { order_id: orderId })).toMatchObject(refused)
    await setIntent(orderId, { confirmingSince: minutesFromNow(-6) })
    expect(await open(customer, { order_id: orderId })).toMatchObject(refused)
  })
})

describe('POST /process-payment', () => {
  it('accepts the same proof repeatedly, and answers with the paid order', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    const { payment_id, signature } = await actAtBank(providerOrderId, 'success')
    const body = { order_id: orderId, payment_id, signature }
    const answers = await Promise.all([
      submitProof(customer, body),
      submitProof(customer, body),
      submitProof(customer, body),
    ])
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 200,
        body: { id: orderId, payment_status: 'paid', status: 'pending' },
      })
  })
})

describe('POST /webhooks/{provider}', () => {
  async function webhook() {
    const { orderId, providerOrderId } = await orderByCard()
    await actAtBank(providerOrderId, 'success')
    const bodies = (await readJobs(db, 'sandbox-webhook')).map(({ body }) => body)
    const text = bodies.find((body) => body.includes(providerOrderId)) ?? ''
    return { orderId, text, headers: { [SANDBOX_SIGNATURE]: bank.signWebhook(text) } }
  }

  it('is answered immediately, stored once, and marks the order as paid when it is handled', async () => {
    const { orderId, text, headers } = await webhook()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(VISITOR, 'POST', '/webhooks/sandbox', { text, headers })),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { received: true } })
    expect((await orderOf(orderId)).paymentStatus).toBe('pending')
    const events = await db.selectFrom('paymentEvents').select('id').where('body', '=', text).execute()
    expect(events).toHaveLength(1)
    const eventId = events[0]?.id ?? ''
    expect((await readJobs(db, 'payment-event')).filter((data) => data.eventId === eventId)).toHaveLength(1)
    await handlePaymentEvent(ctx(), eventId)
    expect((await orderOf(orderId)).paymentStatus).toBe('paid')
    const stored = await db
      .selectFrom('paymentEvents')
      .select(['body', 'outcome'])
      .where('id', '=', eventId)
      .execute()
    expect(stored).toEqual([{ body: '', outcome: 'settled' }])
  })

  it('is refused if one character of the body was changed, or the signature is missing', async () => {
    const { text, headers } = await webhook()
    const changed = text.replace('"captured"', '"captured" ')
    expect(await call(VISITOR, 'POST', '/webhooks/sandbox', { text: changed, headers })).toMatchObject({
      status: 400,
      body: { code: 'signature_wrong' },
    })
    expect((await call(VISITOR, 'POST', '/webhooks/sandbox', { text })).status).toBe(400)
    expect((await call(VISITOR, 'POST', '/webhooks/sandbox')).status).toBe(400)
    expect((await call(VISITOR, 'POST', '/webhooks/razorpay', { text, headers })).status).toBe(404)
    expect((await call(VISITOR, 'POST', '/webhooks/nobody', { text, headers })).status).toBe(404)
    expect(errors).toEqual([])
  })
})

describe('a signed webhook', () => {
  const post = (text: string) =>
    call(VISITOR, 'POST', '/webhooks/sandbox', {
      text,
      headers: { [SANDBOX_SIGNATURE]: bank.signWebhook(text) },
    })

  it.each([
    '{}',
    '[]',
    'null',
    '"evt"',
    '{"event_id":7,"payment":null}',
    '{"event_id":"evt\\u0000","payment":{"id":"p","order_id":"o","amount":1,"status":"captured","reason":null}}',
    '{"event_id":"evt_new","payment":{"id":"p","order_id":"o","amount":-1,"status":"disputed","reason":null}}',
  ])('is stored and ignored if its subject is unknown: %s', async (text) => {
    for (let copy = 0; copy < 2; copy += 1)
      expect(await post(text)).toMatchObject({ status: 200, body: { received: true } })
    const stored = db.selectFrom('paymentEvents').select('id').where('body', '=', text)
    const events = await stored.execute()
    expect(events).toHaveLength(1)
    for (const { id } of events) await handlePaymentEvent(ctx(), id)
    const done = db
      .selectFrom('paymentEvents')
      .select('outcome')
      .where('id', '=', events[0]?.id ?? '')
    expect(await done.execute()).toEqual([{ outcome: 'ignored' }])
    expect(errors).toEqual([])
  })

  it.each(['{', 'event=captured', '\ufffd'])('is refused if it is not JSON: %s', async (text) => {
    expect(await post(text)).toMatchObject({ status: 400, body: { code: 'webhook_not_json' } })
    expect(errors).toEqual([])
  })
})

describe('the return URL of the payment page', () => {
  const returnTo = async (query: string, init: RequestInit = {}) => {
    const response = await api.request(`/payments/return?${query}`, init)
    return { status: response.status, location: response.headers.get('location') }
  }
  const link = (payment_id = '', signature = '') => new URLSearchParams({ payment_id, signature })
  const form = (payment_id = '', signature = '') =>
    new URLSearchParams({ razorpay_payment_id: payment_id, razorpay_signature: signature })

  it('redirects to the confirmation after a payment, whether the provider returns by a link or by a form', async () => {
    const { orderId, providerOrderId } = await orderByCard()
    const { payment_id, signature } = await actAtBank(providerOrderId, 'success')
    const posted = await returnTo(`order=${orderId}`, { method: 'POST', body: form(payment_id, signature) })
    expect(posted).toEqual({ status: 303, location: `/checkout/success?orderId=${orderId}` })
    expect(await returnTo(`order=${orderId}&${link(payment_id, signature)}`)).toEqual(posted)
  })

  it('redirects to the payment page after a decline and while the payment is pending', async () => {
    const [declined, late] = [await orderByCard(), await orderByCard()]
    await actAtBank(declined.providerOrderId, 'decline')
    const paymentPage = `/checkout/pay/${declined.orderId}`
    expect(await returnTo(`order=${declined.orderId}`)).toEqual({ status: 303, location: paymentPage })
    await actAtBank(late.providerOrderId, 'late')
    expect((await returnTo(`order=${late.orderId}`)).location).toBe(`/checkout/pay/${late.orderId}`)
  })

  it('accepts no forged proof, and never redirects to another site', async () => {
    const { orderId } = await orderByCard()
    expect((await returnTo(`order=${orderId}&${link('pay_x', 'f'.repeat(64))}`)).location).toBe(
      `/checkout/pay/${orderId}`,
    )
    expect((await orderOf(orderId)).paymentStatus).toBe('pending')
    expect((await returnTo('order=//evil.example')).location).toBe('/orders')
    expect((await returnTo('')).location).toBe('/orders')
  })
})
