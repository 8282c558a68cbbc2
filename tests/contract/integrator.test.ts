/** An app that knows only the contract: from the registration of a customer to a worker's photo. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { sandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { apiClient, type RequestContent } from '#tests/api-client.ts'
import { NOW, SANDBOX_SECRET, testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { stockOf } from '#tests/rows.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

const shop = await testDatabase({ poolSize: 12 })
const { db, jobs, ctx } = shop
const auth = testAuth(shop)
const identify = (headers: Headers) => currentActor({ auth, db, now: () => new Date() }, headers)
const { call, errors } = apiClient(ctx, { auth, identify })
const bank = sandboxBank({ db, jobs, secret: SANDBOX_SECRET, now: () => NOW })
await seedCatalogue({ db, now: NOW })

/** An app with the cookies of its session. `send` expects the status. */
function createApp() {
  const jar = new Map<string, string>()
  return async function send(status: number, method: string, path: string, content: RequestContent = {}) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { origin: ORIGIN, ...(cookie && { cookie }), ...content.headers }
    const answer = await call(VISITOR, method, path, { ...content, headers })
    for (const setCookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body
  }
}

it('a customer registers, orders a mix of ten, pays, and cancels another order', async () => {
  const send = createApp()
  const email = 'integrator@example.test'
  await send(201, 'POST', '/users', { body: { email, full_name: 'Asha Rao', password: PASSWORD } })
  const [mail] = await readMailsTo(shop, auth, email)
  const token = mail && findLink(mail).searchParams.get('token')
  const verified = await send(200, 'POST', '/auth/verify-email', { body: { token } })
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
  expect(errors).toEqual([])
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
  expect(errors).toEqual([])
})
