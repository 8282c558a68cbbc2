import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { countOrderAttempt, createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { OrderLimits } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { apiClient } from '#tests/api-client.ts'
import { NO_ORDER_LIMITS, NOW, SECRET, testDatabase } from '#tests/database.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

const shop = await testDatabase()
const limits = createRateLimiter(shop.db, { enabled: true, now: () => NOW, secret: SECRET })
const ragi = await makeProduct(shop.db, { name: 'Ragi Mix', price: rupees(100), stockQuantity: 1000 })

/** Returns a client of an API with these order limits. */
function shopWith(orderLimits: Partial<OrderLimits>) {
  const config = { ...shop.ctx().config, orderLimits: { ...NO_ORDER_LIMITS, ...orderLimits } }
  return apiClient((actor) => shop.ctx(actor, { config }), { limits }).call
}

let phones = 0

/** Returns an address with a unique phone number, since open orders are also counted by number. */
const address = () => ({ ...ADDRESS_BODY, phone: `${9_845_000_000 + ++phones}` })

const items = (quantity: number) => [{ product_id: ragi, quantity }]
const placeOrder = (
  call: ReturnType<typeof shopWith>,
  actor: Actor,
  quantity = 1,
  network: string = randomUUID(),
) =>
  call(actor, 'POST', '/orders', {
    headers: { 'idempotency-key': randomUUID(), 'x-real-ip': network },
    body: { items: items(quantity), shipping_address: address(), payment_method: 'cod' },
  })

it('names the limit that an order exceeds and the line or field, and warns of the limit in the quote', async () => {
  const call = shopWith({ unitsPerProduct: 5, cash: rupees(500), cashForNew: rupees(300), openUnpaid: 1 })
  const customer = await makeUser(shop.db)
  const quoteWarnings = async (quantity: number) =>
    (await call(customer, 'POST', '/cart/quote', { body: { items: items(quantity) } })).body.warnings

  const many = await placeOrder(call, customer, 6)
  const units = 'You can order up to 5 of Ragi Mix at a time. For more, write to us.'
  expect(many).toMatchObject({
    status: 422,
    body: { code: 'too_many_units', error: units, fields: { 'items.0': units } },
  })
  expect(await quoteWarnings(6)).toMatchObject([
    { line: 0, code: 'too_many', message: units },
    { code: 'cash_limit' },
  ])

  const expensive = await placeOrder(call, customer, 3)
  expect(expensive).toMatchObject({
    status: 422,
    body: { code: 'cash_limit', error: expect.stringContaining('up to ₹300 in cash') },
  })
  expect(expensive.body.fields).toEqual({ payment_method: expensive.body.error })
  expect(await quoteWarnings(3)).toEqual([{ line: null, code: 'cash_limit', message: expensive.body.error }])

  expect((await placeOrder(call, customer)).status).toBe(201)
  const open = await placeOrder(call, customer)
  expect(open).toMatchObject({ status: 409, body: { code: 'too_many_open_orders' } })
  expect(await quoteWarnings(1)).toEqual([
    { line: null, code: 'too_many_open_orders', message: open.body.error },
  ])
})

it('limits placing and cancelling separately, per account and hour, and counts orders placed on the pages', async () => {
  const call = shopWith({ perHour: 3 })
  const customer = await makeUser(shop.db)
  // The pages count with the same function.
  await countOrderAttempt(limits, 'place', { person: customer.id, network: 'a page', perHour: 3 })
  const placed = [
    await placeOrder(call, customer),
    await placeOrder(call, customer),
    await placeOrder(call, customer),
  ]
  expect(placed.map(({ status }) => status)).toEqual([201, 201, 429])
  expect(placed[1]?.headers.get('ratelimit-remaining')).toBe('0')
  expect(placed[2]?.headers.get('retry-after')).toBe('3600')
  expect((await placeOrder(call, await makeUser(shop.db))).status).toBe(201)

  const path = `/orders/${placed[0]?.body.id}/cancellation`
  const cancel = () => call(customer, 'POST', path, { body: {}, headers: { 'x-real-ip': randomUUID() } })
  const cancelled = [await cancel(), await cancel(), await cancel(), await cancel()]
  expect(cancelled.map(({ status }) => status)).toEqual([200, 200, 200, 429])
})

it('allows a network ten times as many orders as an account', async () => {
  const call = shopWith({ perHour: 1 })
  const customers = await Promise.all(Array.from({ length: 12 }, () => makeUser(shop.db)))
  const placed = await Promise.all(customers.map((customer) => placeOrder(call, customer, 1, '203.0.113.9')))
  expect(placed.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(placed.filter(({ status }) => status === 429)).toHaveLength(2)
})

it('does not count a refused or repeated request as an order, and answers a repeated request before validation', async () => {
  const call = shopWith({ perHour: 1, unitsPerProduct: 5 })
  const customer = await makeUser(shop.db)
  const refused = await placeOrder(call, customer, 6)
  expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_units' } })
  expect(refused.headers.get('ratelimit-remaining')).toBe('1')
  const order = { items: items(1), shipping_address: address(), payment_method: 'cod' }
  const send = (body: object) =>
    call(customer, 'POST', '/orders', { headers: { 'idempotency-key': 'once' }, body })
  const placed = await send(order)
  expect([placed.status, placed.headers.get('idempotency-replayed')]).toEqual([201, null])
  expect((await placeOrder(call, customer)).status).toBe(429)
  const again = await send(order)
  expect(again).toMatchObject({ status: 201, body: placed.body })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  // The body of another request with the key is not validated.
  expect(await send({ items: 7 })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

it('limits refused orders to ten times the orders that are allowed in an hour', async () => {
  const call = shopWith({ perHour: 1, unitsPerProduct: 5 })
  const customer = await makeUser(shop.db)
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await placeOrder(call, customer, 6)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
})
