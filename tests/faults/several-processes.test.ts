/** Two processes of a real shop on one database, behind a load balancer. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { startBalancer } from '#tests/faults/balancer.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { expectNoOrderLost, requestOrder, startOrderLoad } from '#tests/faults/order-load.ts'
import { holdTable, POLLING, waitForBlockedStatements } from '#tests/faults/restartable-shop.ts'
import { seedRealShop, signInStaff, startProcess } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const { url: databaseUrl, db, pool } = await testDatabase()
const ports = [await freePort(), await freePort()]
const urls = ports.map((port) => `http://127.0.0.1:${port}`)
const balancer = await startBalancer(ports)
const ORIGIN = balancer.url
const shared = { DATABASE_URL: databaseUrl, ORIGIN, AUTH_SECRET: randomUUID(), DATA_DIR: makeOpenFolder() }
const shops: ShopProgram[] = []

async function start(at: number): Promise<void> {
  const shop = startProcess({ ...shared, PORT: `${ports[at]}` })
  shops[at] = shop
  await readyShop(shop)
}

await seedRealShop(databaseUrl)
await Promise.all([start(0), start(1)])
await db.updateTable('products').set({ stockQuantity: 100_000 }).execute()
const customer = await signIn(ORIGIN)
const admin = await signInStaff(ORIGIN, databaseUrl)

afterEach(async () => {
  const hasEnded = ({ child }: ShopProgram) => child.exitCode !== null || child.signalCode !== null
  for (const [at, shop] of shops.entries()) if (hasEnded(shop)) await start(at)
})
afterAll(async () => {
  await balancer.stop()
  for (const shop of shops) await endShop(shop, 'SIGKILL')
  removeFolders()
})

const load = () => startOrderLoad(ORIGIN, customer, 4)
const target = { url: ORIGIN, cookie: customer, databaseUrl }

it('two processes sell the last unit once', async () => {
  const product = seedId(3)
  const stock = db.updateTable('products').where('id', '=', product)
  await stock.set({ stockQuantity: 1 }).execute()
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => requestOrder(ORIGIN, customer, randomUUID(), product)),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  const read = db.selectFrom('products').select('stockQuantity').where('id', '=', product)
  expect(await read.executeTakeFirst()).toEqual({ stockQuantity: 0 })
})

it('two processes share sessions, and the second shows a price that the first changed', async () => {
  const path = `/api/products/${seedId(4)}`
  const read = async (url: string) => (await fetch(url + path)).json()
  const { price, updated_at } = await read(urls[1] ?? '')
  const changed = await fetch(`${urls[0]}${path}`, {
    method: 'PUT',
    headers: { cookie: admin, origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ price: price - 7, updated_at }),
  })
  expect(changed.status).toBe(200)
  await expect.poll(async () => (await read(urls[1] ?? '')).price, POLLING).toBe(price - 7)
  for (const url of urls)
    expect((await fetch(`${url}/api/orders`, { headers: { cookie: customer } })).status).toBe(200)
})

it('killing a process loses no acknowledged order, and only the requests that it was processing fail', async () => {
  const { waitForOrders, outcomes, stop } = load()
  await waitForOrders(10)
  const killedAt = performance.now()
  await endShop(shops[0] as ShopProgram, 'SIGKILL')
  const goneAt = performance.now()
  await waitForOrders(10)
  await stop()
  const failed = outcomes.filter(({ id }) => id === null)
  expect(failed.filter(({ startedAt, endedAt }) => endedAt < killedAt || startedAt > goneAt)).toEqual([])
  await expectNoOrderLost(target, outcomes)
})

it('a rolling restart under load fails no request', async () => {
  const { waitForOrders, outcomes, stop } = load()
  await waitForOrders(5)
  for (const at of ports.keys()) {
    expect(await endShop(shops[at] as ShopProgram, 'SIGTERM')).toBe(0)
    await start(at)
  }
  await waitForOrders(5)
  await stop()
  expect(outcomes.filter(({ id }) => id === null)).toEqual([])
  await expectNoOrderLost(target, outcomes)
})

it('a process that stops first answers the requests that it is processing', async () => {
  const release = await holdTable(pool, 'orders')
  const order = requestOrder(ORIGIN, customer)
  await waitForBlockedStatements(db, 1)
  const ended = Promise.all(shops.map((shop) => endShop(shop, 'SIGTERM')))
  const isStopping = ({ lines }: ShopProgram) => lines.includes('Stopping (SIGTERM)')
  await expect.poll(() => shops.every(isStopping), POLLING).toBe(true)
  await release()
  expect((await order).status).toBe(201)
  expect(await ended).toEqual([0, 0])
})
