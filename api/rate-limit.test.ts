import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { countSearch, createRateLimiter, SEARCHES } from '#infra/rate-limits/rate-limits.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
let now = NOW
const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })
const limitedClient = () =>
  apiClient(ctx, { limits: createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET }) })
const { call } = limitedClient()
const otherProcess = limitedClient()

const search = (from: string, client = { call }) =>
  client.call(VISITOR, 'GET', '/products?q=ragi', { headers: { 'x-real-ip': from } })

function limitsIn(headers: Headers) {
  const names = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After']
  return names.map((name) => headers.get(name))
}

describe('a rate limit', () => {
  it('reports the remaining requests in headers, and refuses with 429', async () => {
    expect(limitsIn((await search('203.0.113.1')).headers)).toEqual(['120', '119', '60', null])
    for (let count = 2; count < SEARCHES.max; count++) await countSearch(limits, '203.0.113.1')
    expect((await search('203.0.113.1')).status).toBe(200)
    const refused = await search('203.0.113.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(limitsIn(refused.headers)).toEqual(['120', '0', '60', '60'])
    expect((await search('203.0.113.2')).status).toBe(200)
  })

  it('counts requests of all processes together, until the window ends', async () => {
    for (let count = 0; count < SEARCHES.max; count++) await countSearch(limits, '203.0.113.3')
    expect((await search('203.0.113.3', otherProcess)).status).toBe(429)
    now = new Date(NOW.getTime() + 60_000)
    expect((await search('203.0.113.3', otherProcess)).status).toBe(200)
    now = NOW
  })

  it('counts API searches together with those of the pages, and an IPv6 network as one client', async () => {
    for (let count = 0; count < SEARCHES.max; count++) await countSearch(limits, `2001:db8:1:2::${count}`)
    expect((await search('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await search('2001:db8:1:3::1')).status).toBe(200)
  })

  it('does not count lists without a search', async () => {
    const { headers } = await call(VISITOR, 'GET', '/products')
    expect(headers.get('RateLimit-Limit')).toBeNull()
  })

  it('counts reviews by account, from any network', async () => {
    const id = await makeProduct(db, { slug: 'reviewed-often' })
    const customer = await makeUser(db)
    await makeOrder(ctx(customer), [{ productId: id, quantity: 1 }])
    const write = (from: string) =>
      call(customer, 'POST', `/products/${id}/reviews`, {
        body: { rating: 5, summary: 'Honest heat, good with curd.' },
        headers: { 'x-real-ip': from },
      })
    for (let written = 0; written < 20; written++)
      expect((await write(`203.0.113.${written}`)).status).toBe(403)
    expect((await write('203.0.113.99')).status).toBe(429)
  })
})
