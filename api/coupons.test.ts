import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { CODE_GUESSES } from '#infra/rate-limits/guess-limiter.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { openReferrals } from '#shop/referrals/assign-codes.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

const { db, ctx } = await testDatabase()
const ctxWithOffers = (actor: Actor) => {
  const base = ctx(actor)
  return { ...base, config: { ...base.config, offers: { firstOrderOffer: true, referralPercent: 20 } } }
}
const { call } = apiClient(ctxWithOffers)
const [admin, customer] = [await makeUser(db, { staffRole: 'owner' }), await makeUser(db)]
const box = await makeProduct(db, { category: 'bundles', price: rupees(600), stockQuantity: 1000 }, NOW)
const mix = await makeProduct(db, { price: rupees(300), stockQuantity: 1000 }, NOW)

const NEW = { code: 'diwali-26', name: 'Diwali', discount_type: 'percentage', discount_value: 15 }

async function quote(actor: Actor, fields: object, items: object[] = [{ product_id: box, quantity: 1 }]) {
  return call(actor, 'POST', '/cart/quote', { body: { items, ...fields } })
}

async function order(actor: Person, fields: object) {
  return call(actor, 'POST', '/orders', {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ product_id: box, quantity: 1 }],
      shipping_address: ADDRESS_BODY,
      payment_method: 'cod',
      ...fields,
    },
  })
}

it('lets admins create, change, list and delete coupons, and records it in the audit log', async () => {
  const created = await call(admin, 'POST', '/coupons', { body: NEW })
  expect(created).toMatchObject({
    status: 201,
    body: { code: 'DIWALI-26', discount_value: 15, min_order_amount: 0, max_uses: null, status: 'Active' },
  })
  const { id } = created.body
  const body = {
    name: 'Diwali week',
    discount_type: 'fixed',
    discount_value: 99.5,
    expiry_date: '2026-11-20',
  }
  expect(await call(admin, 'PUT', `/coupons/${id}`, { body: { ...body, code: 'Diwali-26' } })).toMatchObject({
    status: 200,
    body: { ...body, code: 'DIWALI-26', expiry_date: '2026-11-20T18:29:59.999Z', status: 'Expired' },
  })
  expect(await call(admin, 'PUT', `/coupons/${id}`, { body: { code: 'OTHER' } })).toMatchObject({
    status: 422,
    body: { error: 'Coupon code cannot be changed', fields: { code: 'Coupon code cannot be changed' } },
  })
  const found = await call(admin, 'GET', '/coupons?q=diwali%20week')
  expect(found.body.map((coupon: { id: string }) => coupon.id)).toEqual([id])
  expect(await call(admin, 'DELETE', `/coupons/${id}`)).toMatchObject({ status: 200 })
  expect(await call(admin, 'DELETE', `/coupons/${id}`)).toMatchObject({ status: 404 })
  const entries = await listChanges(db, { entity: 'coupon', entityId: id, limit: 10 })
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  expect(entries[1]).toMatchObject({
    actorId: admin.id,
    before: { name: 'Diwali' },
    after: { name: 'Diwali week' },
  })
})

it('refuses a taken code, a percentage above 100 and an unknown coupon', async () => {
  await call(admin, 'POST', '/coupons', { body: { ...NEW, code: 'TAKEN' } })
  expect(await call(admin, 'POST', '/coupons', { body: { ...NEW, code: 'taken' } })).toMatchObject({
    status: 409,
    body: { code: 'code_taken' },
  })
  expect(await call(admin, 'POST', '/coupons', { body: { ...NEW, discount_value: 101 } })).toMatchObject({
    status: 422,
    body: { fields: { discount_value: 'A percentage is at most 100.' } },
  })
  const { body } = await call(admin, 'POST', '/coupons', {
    body: { ...NEW, code: 'BIG', discount_type: 'fixed', discount_value: 500 },
  })
  const asPercentage = await call(admin, 'PUT', `/coupons/${body.id}`, {
    body: { discount_type: 'percentage' },
  })
  expect(asPercentage).toMatchObject({ status: 422, body: { code: 'percentage_too_high' } })
  expect(await call(admin, 'PUT', `/coupons/${randomUUID()}`, { body: { name: 'X' } })).toMatchObject({
    status: 404,
  })
})

it('shows the terms of a public code in any case, and answers 404 for other codes', async () => {
  await makeCoupon(db, { code: 'PUBLIC10' }, NOW)
  await makeCoupon(db, { code: 'HIDDEN10', isActive: false }, NOW)
  const { body } = await call(VISITOR, 'GET', '/coupons/public10')
  expect(body).toMatchObject({ code: 'PUBLIC10', discount_value: 10, status: 'Active' })
  expect(Object.keys(body)).not.toContain('max_uses')
  for (const code of ['HIDDEN10', 'NOPE', '%20']) {
    expect(await call(VISITOR, 'GET', `/coupons/${code}`)).toMatchObject({
      status: 404,
      body: { error: 'Invalid coupon code' },
    })
  }
})

describe('the limit of code guesses', () => {
  const limitedClient = (now = NOW) =>
    apiClient(ctxWithOffers, {
      limits: createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET }),
    })
  const headersFrom = (address: string) => ({ 'x-real-ip': address, 'idempotency-key': randomUUID() })
  const items = [{ product_id: mix, quantity: 1 }]
  const order = (codes: object) => ({
    items,
    shipping_address: ADDRESS_BODY,
    payment_method: 'cod',
    ...codes,
  })

  it('does not count a valid code, even with the marks and invisible characters of a chat', async () => {
    await makeCoupon(db, { code: 'CHAT10' })
    const [guesser, client] = [await makeUser(db), limitedClient()]
    const endpoint = endpointsFor(client, guesser, '203.0.113.60').coupon
    for (let at = 0; at <= CODE_GUESSES.person.max; at += 1) {
      const code = at % 2 === 0 ? '\u200b*CHAT\u00ad10*\u2060' : '\u200eCHAT१०\ufe0f'
      expect(await endpoint(encodeURIComponent(code))).toMatchObject({
        status: 200,
        body: { code: 'CHAT10' },
      })
    }
  })

  /** Every endpoint whose response reveals whether a code is valid. */
  const endpointsFor = (client: ReturnType<typeof apiClient>, actor: Actor, address: string) => {
    const headers = headersFrom(address)
    return {
      coupon: (code: string) => client.call(actor, 'GET', `/coupons/${code}`, { headers }),
      'coupon in a quote': (code: string) =>
        client.call(actor, 'POST', '/cart/quote', { headers, body: { items, coupon_code: code } }),
      'friend in a quote': (code: string) =>
        client.call(actor, 'POST', '/cart/quote', { headers, body: { items, referral_code: code } }),
      'coupon in an order': (code: string) =>
        client.call(actor, 'POST', '/orders', { headers, body: order({ coupon_code: code }) }),
    }
  }

  it('counts all endpoints together, per person and network; above the limit even valid codes are refused', async () => {
    await makeCoupon(db, { code: 'GUESSED' }, NOW)
    await makeCoupon(db, { code: 'UNSEEN' }, NOW)
    const friend = await openReferrals(ctxWithOffers(await makeUser(db)))
    const code = friend.ok ? friend.value : ''
    const client = limitedClient()
    const [guesser, neighbour] = [await makeUser(db), await makeUser(db)]
    const endpoints = endpointsFor(client, guesser, '203.0.113.20')
    const requests = Object.values(endpoints)
    for (let at = 0; at < CODE_GUESSES.person.max; at += 1)
      expect((await requests[at % requests.length]?.(`WRONG${at}`))?.status).not.toBe(429)
    const right = {
      coupon: 'GUESSED',
      'coupon in a quote': 'GUESSED',
      'friend in a quote': code,
      'coupon in an order': 'GUESSED',
    }
    for (const [endpoint, call] of Object.entries(endpoints)) {
      const answer = await call(right[endpoint as keyof typeof endpoints])
      expect([endpoint, answer.status, answer.body.code]).toEqual([endpoint, 429, 'too_many_codes'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // The person is limited in another network too. Other people in the first network are not limited yet.
    expect((await endpointsFor(client, guesser, '203.0.113.21').coupon('GUESSED')).status).toBe(429)
    const other = endpointsFor(client, neighbour, '203.0.113.20')
    expect((await other['coupon in a quote']('GUESSED')).status).toBe(200)
    // Visitors are counted by network.
    const visitor = endpointsFor(client, VISITOR, '203.0.113.20')
    for (let at = CODE_GUESSES.person.max; at < CODE_GUESSES.network.max; at += 1)
      await visitor['friend in a quote'](`WRONG${at}`)
    expect((await visitor['coupon in a quote']('UNSEEN')).status).toBe(429)
    expect((await endpointsFor(client, VISITOR, '203.0.113.22')['coupon in a quote']('UNSEEN')).status).toBe(
      200,
    )
    // A cart without a code is still priced, and codes are looked up again after an hour.
    const plain = await client.call(guesser, 'POST', '/cart/quote', {
      headers: headersFrom('203.0.113.20'),
      body: { items },
    })
    expect(plain.status).toBe(200)
    const later = endpointsFor(limitedClient(new Date(NOW.getTime() + 3_601_000)), guesser, '203.0.113.20')
    expect((await later['coupon in a quote']('GUESSED')).status).toBe(200)
  })

  it('holds for concurrent requests', async () => {
    await makeCoupon(db, { code: 'HASTY' }, NOW)
    const endpoints = endpointsFor(limitedClient(), VISITOR, '203.0.113.30')
    const wrong = Array.from({ length: 2 * CODE_GUESSES.network.max }, (_, at) => `HASTY${at}`)
    const answers = await Promise.all([...wrong, 'HASTY'].map((code) => endpoints['coupon in a quote'](code)))
    expect(answers.at(-1)?.status).toBe(429)
  })

  it('counts a repeated wrong code once, such as the code in a link of a closed account', async () => {
    const endpoints = endpointsFor(limitedClient(), VISITOR, '203.0.113.40')
    for (let at = 0; at <= CODE_GUESSES.network.max; at += 1)
      expect((await endpoints['friend in a quote']('STALE1')).status).toBe(200)
  })
})

it('quotes with a coupon, or says why it does not apply', async () => {
  await makeCoupon(db, { code: 'TEN', minOrderAmount: rupees(500) }, NOW)
  const { body } = await quote(customer, { coupon_code: 'ten' })
  expect(body).toMatchObject({ subtotal: 600, discount: 60, tax: 97.2, total: 637.2, warnings: [] })
  expect(body.offer_applied).toEqual({ kind: 'coupon', code: 'TEN', label: 'Coupon TEN', amount: 60 })
  const small = [{ product_id: mix, quantity: 1 }]
  expect(await quote(customer, { coupon_code: 'TEN' }, small)).toMatchObject({
    status: 422,
    body: { error: 'Minimum order amount is ₹500', code: 'coupon_minimum' },
  })
})

it('quotes the first-order offer or a friend’s code, whichever saves more', async () => {
  const friend = await makeUser(db)
  const opened = await openReferrals(ctxWithOffers(friend))
  const code = opened.ok ? opened.value : ''
  const twice = [{ product_id: mix, quantity: 2 }]
  expect((await quote(VISITOR, {}, twice)).body).toMatchObject({
    discount: 300,
    offer_applied: { kind: 'first-order-offer', code: null },
  })
  expect((await quote(VISITOR, { referral_code: code.toLowerCase() })).body).toMatchObject({
    discount: 120,
    offer_applied: { kind: 'referral', code },
    warnings: [],
  })
  const both = await quote(customer, { referral_code: code }, twice)
  expect(both.body.offer_applied.kind).toBe('first-order-offer')
  expect(both.body.offer_note).toMatch(/Friend’s code/)
  const own = await quote(friend, { referral_code: code })
  expect(own.body).toMatchObject({ discount: 0, warnings: [{ line: null, code: 'referral_not_counted' }] })
})

it('orders with a coupon and shows it in the order', async () => {
  const created = await makeCoupon(db, { code: 'ORDER10', maxUses: 1 }, NOW)
  const placed = await order(customer, { coupon_code: 'order10' })
  expect(placed).toMatchObject({
    status: 201,
    body: { discount: 60, total: 637.2, coupon_code: 'ORDER10', notes: 'Coupon applied: ORDER10' },
  })
  const [listed] = (await call(admin, 'GET', '/coupons?q=ORDER10')).body
  expect(listed).toMatchObject({
    id: created?.id,
    current_uses: 1,
    // A cash order counts as revenue as soon as it is placed.
    revenue: 637.2,
    status: 'Usage Limit Reached',
  })
  await call(admin, 'PUT', `/orders/${placed.body.id}`, { body: { status: 'delivered' } })
  expect((await call(admin, 'GET', '/coupons?q=ORDER10')).body).toMatchObject([{ revenue: 637.2 }])
  await call(admin, 'PUT', `/orders/${placed.body.id}`, { body: { status: 'cancelled' } })
  const [released] = (await call(admin, 'GET', '/coupons?q=ORDER10')).body
  expect(released).toMatchObject({ current_uses: 0, revenue: 0, status: 'Active' })
})
