/** Two journeys of an app that knows only the contract: a customer's orders and a worker's photo. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { currentActor, senderOfCookies } from '#infra/accounts/current-actor.ts'
import { sandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import { webhookSender } from '#infra/webhooks/webhook-sender.ts'
import { deliverDue } from '#shop/webhooks/deliver-webhooks.ts'
import type { WebhookKind } from '#shop/webhooks/event.ts'
import { addEndpoint } from '#shop/webhooks/manage-endpoints.ts'
import { findLink, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { serveApi } from '#tests/api-server.ts'
import { responseCheck } from '#tests/contract/document.ts'
import { NOW, SANDBOX_SECRET, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { stockOf } from '#tests/rows.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

const shop = await testDatabase({ poolSize: 12 })
const { db, jobs, ctx } = shop
const auth = testAuth(shop)
const sessions = { auth, db, now: () => new Date() }
const identify = (headers: Headers) => currentActor(sessions, headers)
const client = apiClient(ctx, { auth, identify })
const bank = sandboxBank({ db, jobs, secret: SANDBOX_SECRET, now: () => NOW })
await seedCatalogue({ db, now: NOW })

const api = await serveApi(client.api, (cookies) => senderOfCookies(sessions, cookies))
const check = responseCheck(await (await fetch(`${api}/openapi.json`)).json())

type Content = { body?: unknown; form?: FormData; headers?: Record<string, string> }

/** Creates an app that uses a bearer token. `send` expects this status, and a response that the contract declares. */
function createApp() {
  let token: string | null = null
  return async function send(
    status: number,
    method: string,
    path: string,
    { body, form, headers }: Content = {},
  ) {
    const response = await fetch(api + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    })
    token = response.headers.get('set-auth-token') ?? token
    const answer = await response.json()
    expect(response.status, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(status)
    check({ method, path, status, type: 'application/json', headers: response.headers, body: answer })
    return answer
  }
}

type Event = { type: string; data: Record<string, unknown> }

/** Another system of the shop's owner. It verifies each message, and answers 500 to the first message. */
async function startReceiver(kinds: WebhookKind[]) {
  const messages: (Event & { id: string })[] = []
  let secret = ''
  let failures = 1
  const server = createServer(async (request, response) => {
    const body = new Webhook(secret).verify(await text(request), request.headers as never)
    if (failures-- > 0) return void response.writeHead(500).end()
    messages.push({ id: String(request.headers['webhook-id']), ...(body as Event) })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  afterAll(() => void server.close())
  await once(server, 'listening')
  const url = `http://receiver.example:${(server.address() as AddressInfo).port}/events`
  const asOwner = ctx(await makeUser(db, { staffRole: 'owner' }))
  const endpoint = must(await addEndpoint(asOwner, { url, description: '', kinds }))
  secret = endpoint.secret
  const sender = webhookSender({
    isAllowedUrl: () => true,
    isAllowedAddress: () => true,
    resolve: async () => ['127.0.0.1'],
  })
  /**
   * Sends due events, as of `afterMs` from now. Events are due at the database's time, and a failed event after
   * a minute.
   */
  const deliver = (afterMs: number) =>
    deliverDue(() => ({ db, now: new Date(Date.now() + afterMs) }), sender, endpoint.id)
  return { messages, deliver }
}

it('a customer registers, orders a mix of ten, pays, and cancels; another system gets each event once', async () => {
  const receiver = await startReceiver(['order.placed', 'payment.received', 'refund.created'])
  const send = createApp()
  const email = 'integrator@example.test'
  await send(201, 'POST', '/users', { body: { email, full_name: 'Asha Rao', password: PASSWORD } })
  const [mail] = await readMailsTo(shop, auth, email)
  const token = mail && findLink(mail).searchParams.get('token')
  // Without a cookie, the link also needs the password, which only the owner of the address and the app know.
  const verified = await send(200, 'POST', '/auth/verify-email', {
    body: { token, name: 'Asha Rao', password: PASSWORD },
  })
  await send(200, 'POST', '/auth/sign-out')
  await send(401, 'GET', '/users/me')
  await send(200, 'POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
  const me = await send(200, 'GET', '/users/me')
  expect(me).toMatchObject({ id: verified.user.id, email, full_name: 'Asha Rao' })

  type Product = { id: string; tastemaker_picks: number }
  const mixes: Product[] = await send(200, 'GET', '/products?category=meal-mix')
  const mix = mixes.find(({ tastemaker_picks }) => tastemaker_picks === 10)?.id ?? ''
  const flavours: Product[] = await send(200, 'GET', '/products?category=tastemakers')
  const items = [{ product_id: mix, quantity: 1, tastemakers: flavours.slice(0, 10).map(({ id }) => id) }]
  const quote = await send(200, 'POST', '/cart/quote', { body: { items } })
  const address = await send(201, 'POST', '/users/me/addresses', { body: ADDRESS_BODY })
  const { id: _, is_default, ...shipping_address } = address
  expect(is_default).toBe(true)

  const stock = await stockOf(db, mix)
  const body = { items, shipping_address, payment_method: 'card' }
  const headers = { 'idempotency-key': randomUUID() }
  const placeOrder = (status: number, more = {}) =>
    send(status, 'POST', '/orders', { body: { ...body, ...more }, headers })
  const placed = await Promise.all([placeOrder(201), placeOrder(201), placeOrder(201), placeOrder(201)])
  const order = await placeOrder(201)
  expect(new Set([...placed, order].map(({ id }) => id)).size).toBe(1)
  expect([order.total, await stockOf(db, mix)]).toEqual([quote.total, stock - 1])
  expect((await placeOrder(422, { payment_method: 'cod' })).code).toBe('idempotency_key_reused')

  const link = await send(201, 'POST', `/orders/${order.id}/payment-link`)
  expect(link.url).toContain(`/checkout/pay/${order.id}?once=`)
  const intent = await send(200, 'POST', '/create-payment-intent', { body: { order_id: order.id } })
  const { payment_id, signature } = await bank.decide(intent.provider_order_id, 'success')
  const proof = { order_id: order.id, payment_id, signature }
  const paid = await send(200, 'POST', '/process-payment', { body: proof })
  expect(paid).toMatchObject({ id: order.id, payment_status: 'paid' })
  await send(409, 'POST', `/orders/${order.id}/payment-link`)

  const other = await send(201, 'POST', '/orders', {
    body: { ...body, payment_method: 'cod' },
    headers: { 'idempotency-key': randomUUID() },
  })
  await send(200, 'POST', `/orders/${other.id}/cancellation`, { body: {} })
  const cancelled = await send(200, 'GET', '/orders?status=cancelled')
  expect(cancelled).toMatchObject([{ id: other.id, status: 'cancelled' }])
  expect(await stockOf(db, mix)).toBe(stock - 1)
  await send(200, 'POST', `/orders/${order.id}/cancellation`, { body: {} })

  await receiver.deliver(1_000)
  expect(receiver.messages).toEqual([])
  await receiver.deliver(62_000)
  const received = receiver.messages.map(({ type, data }) => `${type} ${data.order_id} ${data.amount_paise}`)
  const paise = order.total * 100
  expect(received.toSorted()).toEqual([
    ...[order.id, other.id].map((id) => `order.placed ${id} undefined`).toSorted(),
    `payment.received ${order.id} ${paise}`,
    `refund.created ${order.id} ${paise}`,
  ])
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(receiver.messages.length)
  expect(client.errors).toEqual([])
})

it('a worker starts a task, sends its photo and sees it in review', async () => {
  const asAdmin = ctx(await makeUser(db, { staffRole: 'owner' }))
  const worker = await makeWorker(asAdmin, { user: { password: PASSWORD } })
  await makeTask(asAdmin, worker)
  const send = createApp()
  await send(200, 'POST', '/auth/sign-in/email', { body: { email: worker.email, password: PASSWORD } })
  const [task] = await send(200, 'GET', '/work-logs')
  const [message] = await send(200, 'GET', '/users/me/messages')
  expect(message).toMatchObject({ kind: 'new_task', work_log: { task_name: task.task_name } })
  await send(200, 'PUT', `/work-logs/${task.id}`, { body: { status: 'in_progress' } })
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(await phonePhoto(1))], 'work.jpg', { type: 'image/jpeg' }))
  await send(200, 'POST', `/work-logs/${task.id}/photo`, { form })
  expect(await send(200, 'GET', `/work-logs/${task.id}`)).toMatchObject({
    ...{ status: 'completed', admin_review_status: 'pending_review', photo_url: expect.any(String) },
  })
  expect(await send(200, 'GET', '/users/me/payouts')).toEqual([])
  expect(client.errors).toEqual([])
})
