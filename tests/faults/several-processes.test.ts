/** Three processes of a real shop on one database, behind a load balancer. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { type Balancer, startBalancer } from '#tests/faults/balancer.ts'
import { openRoom, removeRooms } from '#tests/faults/rooms.ts'
import { keptAll, seedRealShop, startProcess } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const { url: databaseUrl, db } = await testDatabase()
const ports = [await freePort(), await freePort(), await freePort()]
const publicPort = await freePort()
const ORIGIN = `http://127.0.0.1:${publicPort}`
const shared = { DATABASE_URL: databaseUrl, ORIGIN, AUTH_SECRET: randomUUID(), DATA_DIR: openRoom() }
const shops: ShopProgram[] = []
let balancer: Balancer

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
  balancer = await startBalancer(publicPort, ports, openRoom())
})
afterAll(async () => {
  await balancer?.stop()
  for (const shop of shops) await endShop(shop, 'SIGKILL')
  removeRooms()
})

type Outcome = { key: string; status: number; id: string | null; began: number; ended: number }

async function order(cookie: string, key: string): Promise<Outcome> {
  const began = performance.now()
  const response = await placeOrder(ORIGIN, cookie, key).catch(() => null)
  const body = await response?.json().catch(() => null)
  const id = response?.status === 201 || response?.status === 200 ? (body?.id ?? null) : null
  return { key, status: response?.status ?? 0, id, began, ended: performance.now() }
}

/** `lanes` customers' browsers, each ordering one after the other until told to stop. */
function orderOn(cookie: string, lanes: number) {
  const outcomes: Outcome[] = []
  let isOn = true
  const lane = async () => {
    while (isOn) outcomes.push(await order(cookie, randomUUID()))
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  const stop = async () => {
    isOn = false
    await all
  }
  return { outcomes, stop }
}

/** Every acknowledged order is there once, and asking again with a key gives the same order. */
async function expectKept(cookie: string, outcomes: Outcome[]): Promise<void> {
  const rows = await db.selectFrom('orders').select(['id', 'idempotencyKey']).execute()
  const byKey = new Map(rows.map((row) => [row.idempotencyKey, row.id]))
  const acknowledged = outcomes.filter(({ id }) => id !== null)
  const lost = acknowledged.filter(({ key, id }) => byKey.get(key) !== id)
  const unsure = outcomes.filter(({ id }) => id === null)
  const retried = await Promise.all(unsure.slice(0, 10).map(({ key }) => order(cookie, key)))
  const doubled = rows.length - byKey.size
  process.stdout.write(
    `  acknowledged ${acknowledged.length}, lost ${lost.length}, doubled ${doubled}, cut off ${unsure.length}\n`,
  )
  expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 })
  expect(retried.map(({ status }) => status).filter((status) => status !== 201 && status !== 200)).toEqual([])
}

describe('three processes', () => {
  it('know the session that one of them began, and show a changed price within a second', async () => {
    const cookie = await signIn(ORIGIN, 'admin@demo.test')
    for (const shop of shops) await keptAll(shop)
    const path = `/api/products/${seedId(2)}`
    const headers = { cookie, origin: ORIGIN, 'content-type': 'application/json' }
    const prices = await Promise.all(
      ports.map(async (port) => (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()).price),
    )
    expect(new Set(prices).size).toBe(1)
    const price = prices[0] - 7
    const product = await (await fetch(`${ORIGIN}${path}`)).json()
    const changed = await fetch(`${ORIGIN}${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ price, ...(product.updated_at && { updated_at: product.updated_at }) }),
    })
    expect(changed.status).toBe(200)
    const at = performance.now()
    const waits = await Promise.all(
      ports.map((port) => untilPrice(`http://127.0.0.1:${port}${path}`, price, at)),
    )
    process.stdout.write(`  the new price was everywhere after ${Math.round(Math.max(...waits))} ms\n`)
    expect(Math.max(...waits)).toBeLessThan(1000)
  })

  it('lose no acknowledged order when one is killed, and only requests it had in hand fail', async () => {
    const cookie = await signIn(ORIGIN)
    const load = orderOn(cookie, 6)
    while (load.outcomes.length < 60) await new Promise((resolve) => setImmediate(resolve))
    const at = Math.floor(Math.random() * ports.length)
    const killed = performance.now()
    await endShop(shops[at] as ShopProgram, 'SIGKILL')
    const after = load.outcomes.length
    while (load.outcomes.length < after + 60) await new Promise((resolve) => setImmediate(resolve))
    await load.stop()
    const failed = load.outcomes.filter(({ id }) => id === null)
    expect(failed.filter(({ began, ended }) => ended < killed || began > killed + 500)).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(6)
    await expectKept(cookie, load.outcomes)
    await start(at)
  })

  it('are replaced one after the other under load without a failed request', async () => {
    const cookie = await signIn(ORIGIN)
    const load = orderOn(cookie, 4)
    for (const at of ports.keys()) {
      expect(await endShop(shops[at] as ShopProgram, 'SIGTERM')).toBe(0)
      await start(at)
    }
    await load.stop()
    expect(load.outcomes.length).toBeGreaterThan(20)
    expect(load.outcomes.filter(({ id }) => id === null)).toEqual([])
    await expectKept(cookie, load.outcomes)
  })
})

async function untilPrice(url: string, price: number, since: number): Promise<number> {
  const shown = (await (await fetch(url)).json()).price
  if (shown === price) return performance.now() - since
  if (performance.now() - since > 5_000) throw new Error(`still shows ${shown}`)
  return untilPrice(url, price, since)
}
