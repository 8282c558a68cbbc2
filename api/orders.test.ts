import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

const { db, ctx } = await testDatabase()
const { call } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })

async function makeTestProduct(fields: Parameters<typeof makeProduct>[1] = {}): Promise<string> {
  return makeProduct(db, fields)
}

type Item = { product_id: string; quantity: number; tastemakers?: string[] }
const orderBody = (...items: Item[]) => ({ items, shipping_address: ADDRESS_BODY, payment_method: 'cod' })

function placeOrder(actor: Actor, body: unknown, key: string = randomUUID()) {
  return call(actor, 'POST', '/orders', { body, headers: { 'idempotency-key': key } })
}

let customer: Person
let mix: string
beforeEach(async () => {
  customer = await makeUser(db)
  mix = await makeTestProduct({ price: rupees(279), stockQuantity: 5 })
})

describe('POST /orders', () => {
  it('runs eleven SQL statements, besides those of the confirmation job and the stock notification', async () => {
    // The first order looks up the products' numbers and caches them.
    await placeOrder(customer, orderBody({ product_id: mix, quantity: 1 }))
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect((await placeOrder(customer, orderBody({ product_id: mix, quantity: 1 }))).status).toBe(201)
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement))
    query.mockRestore()
    // One looks up the key. Nine are the transaction: begin, key, customer, history, products, order, cart,
    // stock, commit. One reads the response.
    expect(texts.filter((text) => !/pgboss|pg_notify/.test(text))).toHaveLength(11)
  })

  it('refuses prices in the body', async () => {
    const body = { ...orderBody({ product_id: mix, quantity: 2 }), total: 1, status: 'delivered' }
    const refused = await placeOrder(customer, body)
    expect([refused.status, Object.keys(refused.body.fields).toSorted()]).toEqual([422, ['status', 'total']])
  })

  it('places an order at the shop’s prices', async () => {
    const body = orderBody({ product_id: mix.toUpperCase(), quantity: 2 })
    const { status, body: order, headers } = await placeOrder(customer, body)
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(order).toEqual({
      id: expect.any(String),
      user_id: customer.id,
      created_at: NOW.toISOString(),
      status: 'pending',
      payment_status: 'pending',
      payment_method: 'cod',
      subtotal: 558,
      discount: 0,
      tax: 100.44,
      prices_include_tax: false,
      shipping_fee: 0,
      total: 658.44,
      coupon_code: null,
      tracking_number: null,
      carrier: null,
      notes: null,
      shipping_address: { ...ADDRESS_BODY, address_line2: null },
      order_items: [
        {
          id: expect.any(String),
          product_id: mix,
          name: expect.any(String),
          quantity: 2,
          unit_price: 279,
          total_price: 558,
          allergens: 'No known allergens',
          product: { name: expect.any(String), price: 279, image_urls: ['/illustrations/mix-ragi.svg'] },
        },
      ],
      user: { full_name: 'Ananya Rao' },
      history: [
        {
          kind: 'status',
          from_status: null,
          status: 'pending',
          note: null,
          by: 'customer',
          created_at: NOW.toISOString(),
        },
      ],
      version: 1,
      requests: [],
    })
  })

  it('accepts the picks of a mix as one id per packet, and answers with equal picks side by side', async () => {
    const box = await makeTestProduct({ tastemakerPicks: 3 })
    const [hot, mild] = [
      await makeTestProduct({ isPick: true, name: 'Spicy' }),
      await makeTestProduct({ isPick: true, name: 'Mild' }),
    ]
    const { body } = await placeOrder(
      customer,
      orderBody({ product_id: box, quantity: 1, tastemakers: [hot, mild, hot] }),
    )
    expect(body.order_items[0].tastemakers).toEqual([hot, hot, mild])
    expect(body.order_items[0].name).toContain('(custom 3 flavors mix)')
  })

  it('returns the same order for the same key and body, and refuses the key with another body', async () => {
    const key = randomUUID()
    const body = orderBody({ product_id: mix, quantity: 1 })
    const first = await placeOrder(customer, body, key)
    const second = await placeOrder(customer, body, key)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect((await call(customer, 'GET', '/orders')).body).toHaveLength(1)
    const other = await placeOrder(customer, orderBody({ product_id: mix, quantity: 2 }), key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect((await placeOrder(await makeUser(db), body, key)).body.id).not.toBe(first.body.id)
  })

  it('refuses the customer’s own referral code', async () => {
    await updateRows(db, 'users', { id: customer.id }, { referralCode: 'OWN12345' })
    const body = { ...orderBody({ product_id: mix, quantity: 1 }), referral_code: 'own12345' }
    expect(await placeOrder(customer, body)).toMatchObject({
      status: 422,
      body: { code: 'referral_own', fields: { referral_code: expect.any(String) } },
    })
  })

  it('requires an Idempotency-Key of 1 to 200 characters', async () => {
    const body = orderBody({ product_id: mix, quantity: 1 })
    const without = await call(customer, 'POST', '/orders', { body })
    expect(without).toMatchObject({
      status: 422,
      body: { fields: { 'Idempotency-Key': expect.any(String) } },
    })
    expect(without.body.error).toContain('Idempotency-Key')
    expect((await placeOrder(customer, body, '')).status).toBe(422)
    expect((await placeOrder(customer, body, 'k'.repeat(201))).status).toBe(422)
    expect((await placeOrder(customer, body, 'k'.repeat(200))).status).toBe(201)
  })

  it('refuses a product that is not sold, and a mix without its picks', async () => {
    const box = await makeTestProduct({ tastemakerPicks: 10 })
    const unknown = await placeOrder(customer, orderBody({ product_id: randomUUID(), quantity: 1 }))
    expect(unknown).toMatchObject({
      status: 422,
      body: { code: 'cart_has_problems', fields: { 'items.0': 'This product is no longer sold.' } },
    })
    const lines = [
      { product_id: mix, quantity: 1 },
      { product_id: box, quantity: 1, tastemakers: [mix] },
    ]
    const unpicked = await placeOrder(customer, orderBody(...lines))
    expect(unpicked).toMatchObject({
      status: 422,
      body: { code: 'cart_has_problems', fields: { 'items.1': 'Choose exactly 10 tastemakers for this.' } },
    })
  })

  it('accepts a card order, whose payment is pending', async () => {
    const body = { ...orderBody({ product_id: mix, quantity: 1 }), payment_method: 'card' }
    const placed = await placeOrder(customer, body)
    expect(placed).toMatchObject({ status: 201, body: { payment_method: 'card', payment_status: 'pending' } })
  })

  const address = (fields: object) => ({ shipping_address: { ...ADDRESS_BODY, ...fields } })
  const item = (fields: object) => ({ items: [{ product_id: randomUUID(), quantity: 1, ...fields }] })
  it.each([
    ['items', { items: [] }, 'Your cart is empty'],
    ['items', { items: Array(501).fill({ product_id: randomUUID(), quantity: 1 }) }],
    ['items.0', { items: [null] }],
    ['items.0.product_id', item({ product_id: 'x' })],
    ['items.0.quantity', item({ quantity: 0 })],
    ['items.0.quantity', item({ quantity: 1.5 })],
    ['items.0.quantity', item({ quantity: '1' })],
    ['items.0.tastemakers.0', item({ tastemakers: [1] })],
    ['payment_method', { payment_method: 'barter' }, 'Please select a payment method'],
    ['shipping_address', { shipping_address: [] }],
    ['shipping_address.full_name', address({ full_name: '  ' })],
    ['shipping_address.postal_code', address({ state: 'Kerala' })],
    ['shipping_address.city', address({ city: '560034' })],
  ])('refuses a wrong %s: %o', async (field, wrong, message = expect.any(String)) => {
    const { status, body } = await placeOrder(customer, {
      ...orderBody({ product_id: mix, quantity: 1 }),
      ...wrong,
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: message } })
  })

  it('accepts null for the second line of the address', async () => {
    const body = { ...orderBody({ product_id: mix, quantity: 1 }), ...address({ address_line2: null }) }
    expect((await placeOrder(customer, body)).status).toBe(201)
  })
})

describe('GET /orders', () => {
  it('shows admins all orders, or the orders of one person', async () => {
    const order = await makeOrder(ctx(customer), [{ productId: mix, quantity: 1 }])
    const another = await makeOrder(ctx(await makeUser(db)), [{ productId: mix, quantity: 1 }])
    const all: { id: string }[] = (await call(admin, 'GET', '/orders?limit=500')).body
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([order, another]))
    const theirs = (await call(admin, 'GET', `/orders?userId=${customer.id.toUpperCase()}`)).body
    expect(theirs.map(({ id }: { id: string }) => id)).toEqual([order])
    expect((await call(admin, 'GET', `/orders/${order}`)).status).toBe(200)
  })

  const list = async (actor: Actor, query: string) => {
    const { body, headers } = await call(actor, 'GET', `/orders?${query}`)
    return { ids: body.map(({ id }: { id: string }) => id), total: headers.get('x-total-count') }
  }

  it('filters, sorts and counts a customer’s own orders', async () => {
    const makeOrderAt = (minutes: number) =>
      makeOrder(ctx(customer, { now: new Date(NOW.getTime() + minutes * MINUTE_MS) }), [
        { productId: mix, quantity: 1 },
      ])
    const [first, second, third] = [await makeOrderAt(1), await makeOrderAt(2), await makeOrderAt(3)]
    const foreign = await makeOrder(ctx(await makeUser(db)), [{ productId: mix, quantity: 1 }])
    await call(customer, 'POST', `/orders/${second}/cancellation`, { body: {} })
    expect(await list(customer, '')).toEqual({ ids: [third, second, first], total: '3' })
    expect(await list(customer, 'status=pending&sort=oldest')).toEqual({ ids: [first, third], total: '2' })
    expect(await list(customer, `sort=oldest&limit=1&cursor=${first}`)).toEqual({ ids: [second], total: '3' })
    expect((await list(customer, `q=${second.slice(0, 8)}`)).ids).toEqual([second])
    expect((await list(customer, 'q=Ananya')).ids).toEqual([])
    expect((await list(customer, `cursor=${foreign}&sort=oldest`)).ids).toEqual([])
  })

  it('counts all orders for admins, but not the matches of a filter', async () => {
    const order = await makeOrder(ctx(customer), [{ productId: mix, quantity: 1 }])
    expect(await list(admin, `product=${mix}&method=cod&late=0`)).toEqual({ ids: [order], total: null })
    expect(await list(admin, `userId=${customer.id}&status=pending`)).toEqual({ ids: [order], total: '1' })
    const all = await list(admin, 'limit=500')
    expect(all.total).toBe(`${all.ids.length}`)
  })

  it.each([
    ['sort', 'total'],
    ['since', '2026-13-01'],
    ['late', 'yes'],
    ['product', 'ragi'],
    ['customer', '00000000-0000-4000-8000-000000000002'],
  ])('refuses the filter %s=%s', async (name, value) => {
    const { status, body } = await call(customer, 'GET', `/orders?${name}=${value}`)
    expect([status, Object.keys(body.fields)]).toEqual([422, [name]])
  })

  it.each(['userId=x', 'cursor=x', 'limit=none', 'userId=%00'])('refuses ?%s', async (query) => {
    expect((await call(customer, 'GET', `/orders?${query}`)).status).toBe(422)
  })

  it('answers 404 for an unknown or malformed order id', async () => {
    expect((await call(customer, 'GET', '/orders/x')).status).toBe(404)
    expect((await call(customer, 'GET', `/orders/${randomUUID()}`)).status).toBe(404)
  })
})

describe('PUT /orders/{id}', () => {
  const put = (actor: Actor, id: string, body: unknown) => call(actor, 'PUT', `/orders/${id}`, { body })

  it('changes status and tracking, and records both in the history', async () => {
    const order = await makeOrder(ctx(customer), [{ productId: mix, quantity: 1 }])
    const update = {
      status: 'shipped',
      tracking_number: ' IN123 ',
      carrier: 'India Post',
      internal_notes: 'Two\nlines',
    }
    const { status, body } = await put(admin, order, update)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...update, tracking_number: 'IN123' })
    expect(body.history).toMatchObject([
      { status: 'pending' },
      { kind: 'status', from_status: 'pending', status: 'shipped' },
      { kind: 'parcel', from_status: 'shipped', status: 'shipped', note: 'India Post, IN123' },
    ])
    expect((await put(admin, order, { tracking_number: '', carrier: null })).body).toMatchObject({
      status: 'shipped',
      tracking_number: null,
      carrier: null,
      internal_notes: 'Two\nlines',
    })
  })

  it('hides internal notes and admins’ names from the customer', async () => {
    const order = await makeOrder(ctx(customer), [{ productId: mix, quantity: 1 }])
    for (const name of ['internal_notes', 'notes']) {
      const { body } = await put(admin, order, { [name]: `A secret in ${name}` })
      expect(body.internal_notes).toContain(`A secret in ${name}`)
      expect(body.notes).toBeNull()
      const own = [await call(customer, 'GET', `/orders/${order}`), await call(customer, 'GET', '/orders')]
      const placedAgain = await placeOrder(customer, orderBody({ product_id: mix, quantity: 1 }))
      const cancelled = await call(customer, 'POST', `/orders/${placedAgain.body.id}/cancellation`, {
        body: {},
      })
      for (const { status, body: visible } of [...own, placedAgain, cancelled]) {
        expect(status).toBeLessThan(300)
        expect(JSON.stringify(visible)).not.toMatch(/secret|internal_notes|actor_name/)
      }
    }
    expect((await call(admin, 'GET', '/orders')).body).toContainEqual(
      expect.objectContaining({
        id: order,
        internal_notes: expect.stringMatching(/^A secret in \w+\n\nA secret in \w+$/),
      }),
    )
    await put(admin, order, { status: 'processing' })
    const history = async (actor: Actor) => (await call(actor, 'GET', `/orders/${order}`)).body.history.at(-1)
    expect(await history(admin)).toMatchObject({ by: 'shop', actor_name: admin.fullName })
    expect(await history(customer)).toMatchObject({ by: 'shop' })
    const conflicting = await put(admin, order, { notes: 'x', internal_notes: 'y' })
    expect(conflicting).toMatchObject({ status: 422, body: { fields: { notes: expect.any(String) } } })
  })

  it.each([{}, { internal_notes: 'x\0' }])('refuses %o', async (body) => {
    const order = await makeOrder(ctx(customer), [{ productId: mix, quantity: 1 }])
    expect((await put(admin, order, body)).status).toBe(422)
  })
})

describe('POST /cart/quote', () => {
  const quote = (...items: Item[]) => call(VISITOR, 'POST', '/cart/quote', { body: { items } })

  it('quotes the same prices as the order that follows', async () => {
    const { status, body } = await quote({ product_id: mix, quantity: 2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      subtotal: 558,
      discount: 0,
      tax: 100.44,
      shipping_fee: 0,
      total: 658.44,
      warnings: [],
    })
    expect(body.lines).toMatchObject([{ product_id: mix, quantity: 2, unit_price: 279, total_price: 558 }])
    const order = await placeOrder(customer, orderBody({ product_id: mix, quantity: 2 }))
    expect(order.body.total).toBe(body.total)
  })

  it('warns of each line that cannot be ordered', async () => {
    const [empty, box] = [
      await makeTestProduct({ stockQuantity: 0 }),
      await makeTestProduct({ tastemakerPicks: 2 }),
    ]
    const { body } = await quote(
      { product_id: randomUUID(), quantity: 1 },
      { product_id: mix, quantity: 6 },
      { product_id: empty, quantity: 1 },
      { product_id: box, quantity: 1 },
    )
    expect(body.warnings.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
      [0, 'not_sold'],
      [1, 'too_few_left'],
      [2, 'out_of_stock'],
      [3, 'wrong_picks'],
    ])
    expect(body.lines).toHaveLength(3)
  })

  it('is exact even for billions of rupees', async () => {
    const expensive = await makeTestProduct({ price: rupees(1_000_000), stockQuantity: 1_000_000 })
    const { status, body } = await quote(...Array(70).fill({ product_id: expensive, quantity: 999 }))
    expect(status).toBe(200)
    expect(body.subtotal).toBe(69_930_000_000)
    expect(body.total).toBe(82_517_400_000)
  })

  it.each([{ items: [] }, { items: [{ product_id: 'x', quantity: 1 }] }])('refuses %o', async (body) => {
    expect((await call(VISITOR, 'POST', '/cart/quote', { body })).status).toBe(422)
  })
})
