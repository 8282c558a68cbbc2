/** Three processes of a real shop on one database, behind a load balancer. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { hasNginx, startCache } from '#lab/faults/nginx.ts'
import { expectOrderEvents } from '#lab/faults/order-events.ts'
import { testDatabase } from '#tests/database.ts'
import { startBalancer } from '#tests/faults/balancer.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { seedRealShop, signInStaff, startProcess } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const { url: databaseUrl, db } = await testDatabase()
const ports = [await freePort(), await freePort(), await freePort()]
const urls = ports.map((port) => `http://127.0.0.1:${port}`)
const balancer = await startBalancer(ports)
const ORIGIN = balancer.url
const shared = { DATABASE_URL: databaseUrl, ORIGIN, AUTH_SECRET: randomUUID(), DATA_DIR: makeOpenFolder() }
const shops: ShopProgram[] = []
/** Cookie headers of sessions that one process started. */
let customer: string
let admin: string

const start = async (at: number) => {
  const shop = startProcess({ ...shared, PORT: `${ports[at]}` })
  shops[at] = shop
  await readyShop(shop)
  return shop
}

beforeAll(async () => {
  await seedRealShop(databaseUrl)
  await db.updateTable('products').set({ stockQuantity: 100_000 }).execute()
  for (const at of ports.keys()) await start(at)
  customer = await signIn(ORIGIN)
  admin = await signInStaff(ORIGIN, databaseUrl)
})
afterAll(async () => {
  await balancer.stop()
  for (const shop of shops) await endShop(shop, 'SIGKILL')
  removeFolders()
})

describe('three processes', () => {
  it('share a session, and show a changed price within a second', async () => {
    const path = `/api/products/${seedId(2)}`
    const headers = { cookie: admin, origin: ORIGIN, 'content-type': 'application/json' }
    const readAt = performance.now()
    const prices = await Promise.all(urls.flatMap((url) => [priceAt(url + path), priceInCart(url)]))
    // A second; on a busy machine 20 times the duration of this round of reads.
    const maxMs = Math.max(1000, 20 * (performance.now() - readAt))
    expect(new Set(prices).size).toBe(1)
    const price = (prices[0] ?? 0) - 7
    const product = await (await fetch(`${ORIGIN}${path}`)).json()
    const changed = await fetch(`${ORIGIN}${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ price, ...(product.updated_at && { updated_at: product.updated_at }) }),
    })
    expect(changed.status).toBe(200)
    const changedAt = performance.now()
    const changes = urls.flatMap((url) => [
      lastReadOfOld(() => priceAt(url + path), price),
      lastReadOfOld(() => priceInCart(url), price),
    ])
    const latest = Math.max(...(await Promise.all(changes)))
    process.stdout.write(
      `  the old price was shown up to ${Math.max(0, Math.round(latest - changedAt))} ms after the change\n`,
    )
    expect(latest - changedAt).toBeLessThan(maxMs)
  })

  it('send an order’s changes from each process to event streams of all', async () => {
    for (const changedAt of urls) {
      const { id } = await (await placeOrder(ORIGIN, customer, randomUUID())).json()
      const places = { origin: ORIGIN, watchedAt: urls, changedAt }
      await expectOrderEvents({ ...places, orderId: id, customer, admin })
    }
  })
})

describe.runIf(hasNginx())('a CDN in front of three processes', () => {
  let cache: { stop(): Promise<void> }
  let front: string
  beforeAll(async () => {
    const port = await freePort()
    front = `http://127.0.0.1:${port}`
    cache = await startCache(port, ports, makeOpenFolder())
  })
  afterAll(() => cache?.stop())

  const fetchCached = async (path: string, cookie = '') => {
    const answer = await fetch(front + path, { headers: cookie ? { cookie } : {} })
    return { isCached: answer.headers.get('x-cache') === 'HIT', body: await answer.text() }
  }

  it('caches built files, but shows a changed price within seconds', async () => {
    const { body } = await fetchCached('/products')
    const script = /\/assets\/[\w.-]+\.js/.exec(body)?.[0] ?? ''
    await fetchCached(script)
    expect((await fetchCached(script)).isCached).toBe(true)
    const path = `/api/products/${seedId(2)}`
    const { price, updated_at } = JSON.parse((await fetchCached(path)).body)
    const headers = { cookie: admin, origin: ORIGIN, 'content-type': 'application/json' }
    const change = JSON.stringify({ price: price - 3, ...(updated_at && { updated_at }) })
    expect((await fetch(`${urls[0]}${path}`, { method: 'PUT', headers, body: change })).status).toBe(200)
    await expect
      .poll(async () => JSON.parse((await fetchCached(path)).body).price, { timeout: 10_000 })
      .toBe(price - 3)
    expect((await fetchCached(path)).isCached).toBe(false)
  })

  it('caches no personal response, whoever requests it first', async () => {
    const { id } = await (await placeOrder(ORIGIN, customer, randomUUID())).json()
    for (const path of [`/orders/${id}`, '/orders', '/profile', `/api/orders/${id}`, '/api/orders']) {
      const own = await fetchCached(path, customer)
      for (const other of [
        await fetchCached(path),
        await fetchCached(path, admin),
        await fetchCached(path, customer),
      ])
        expect([path, own.isCached || other.isCached]).toEqual([path, false])
      expect((await fetchCached(path)).body).not.toContain('customer@demo.test')
    }
    // Pages that depend on cookies: the cart, the picks, a friend's offer.
    for (const cookie of ['cart=2x1', 'picks=1', 'friend=10.x']) {
      const first = await fetchCached('/products', cookie)
      const visitor = await fetchCached('/products')
      expect([cookie, first.isCached, visitor.isCached]).toEqual([cookie, false, false])
    }
  })
})

/**
 * Returns the start of the last request that got another price, or 0. Its end would include the duration of a slow
 * response.
 */
async function lastReadOfOld(readPrice: () => Promise<number>, price: number, last = 0): Promise<number> {
  const startedAt = performance.now()
  return (await readPrice()) === price ? last : lastReadOfOld(readPrice, price, startedAt)
}

async function priceAt(url: string): Promise<number> {
  return (await (await fetch(url)).json()).price
}

/** The price of product 2 as the cart's page shows it, which is rendered from the products in memory. */
async function priceInCart(url: string): Promise<number> {
  const page = await (await fetch(`${url}/cart`, { headers: { cookie: 'cart=2x1' } })).text()
  return Number(/₹([\d.]+)<\/span> each/.exec(page)?.[1] ?? Number.NaN)
}
