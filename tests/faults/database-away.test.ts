/** A real shop whose database stops and comes back. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { expectNoOrderLost, startOrderLoad } from '#tests/faults/order-load.ts'
import { POLLING } from '#tests/faults/restartable-shop.ts'
import { restartableDatabase } from '#tests/own-database.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'

const NOTICE = 'Browsing only right now.'
const PRODUCT = `/product/${seedId(2)}`

const room = makeOpenFolder()
const database = restartableDatabase(room)
await database.start()
const shop = await startRealShop(database.url, `${room}/data`)
const url = await readyShop(shop)
const cookie = await signIn(url)
await query(database.url, 'update products set stock_quantity = 100000')

afterAll(async () => {
  await endShop(shop, 'SIGKILL')
  await database.stop()
  removeFolders()
})

async function page(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Resolves when pages show the notice about the outage, or no longer show it. */
const waitForNotice = (isShown: boolean) =>
  expect.poll(async () => (await page('/')).text.includes(NOTICE), POLLING).toBe(isShown)

it('shows cached pages and answers 503 while the database is down, and recovers by itself', async () => {
  for (const path of ['/', PRODUCT]) expect((await page(path)).text).not.toContain(NOTICE)
  await database.stop()
  await waitForNotice(true)
  const cached = await page(PRODUCT, { cookie })
  expect(cached.status).toBe(200)
  expect(cached.text).toContain(NOTICE)
  for (const path of ['/checkout', '/orders', '/api/orders', '/api/products?q=ragi']) {
    const { status, headers, text } = await page(path, { cookie: `${cookie}; cart=2x1` })
    expect(status, path).toBe(503)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).not.toMatch(/ECONN|ENOENT|node_modules|\bat .*:\d+:\d+/)
  }
  expect((await placeOrder(url, cookie, randomUUID())).status).toBe(503)
  expect([(await page('/healthz')).status, (await page('/readyz')).status]).toEqual([200, 503])

  await database.start()
  await query(database.url, `update products set price = 31300, mrp = null where id = '${seedId(2)}'`)
  await waitForNotice(false)
  await expect.poll(async () => (await page(PRODUCT)).text, POLLING).toContain('₹313')
  expect([(await page('/readyz')).status, (await page('/orders', { cookie })).status]).toEqual([200, 200])
  expect((await placeOrder(url, cookie, randomUUID())).status).toBe(201)
  const startedJobs = `select from pgboss.job where name = 'order-confirmation' and started_on is not null`
  await expect.poll(async () => (await query(database.url, startedJobs)).length, POLLING).toBeGreaterThan(0)
})

it('loses no acknowledged order when the database restarts under load', async () => {
  const load = startOrderLoad(url, cookie, 4)
  await load.waitForOrders(10)
  await database.stop()
  await database.start()
  await load.waitForOrders(10)
  await load.stop()
  expect(load.outcomes.filter(({ id, status }) => id === null && status !== 503)).toEqual([])
  await expectNoOrderLost({ url, cookie, databaseUrl: database.url }, load.outcomes)
})
