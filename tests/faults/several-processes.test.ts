/** Three processes of a real shop on one database, behind a load balancer. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { type Balancer, startBalancer } from '#tests/faults/balancer.ts'
import { expectKept, orderLoad } from '#tests/faults/order-load.ts'
import { openRoom, removeRooms } from '#tests/faults/rooms.ts'
import { keptAll, seedRealShop, startProcess } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
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
    const load = orderLoad(ORIGIN, cookie, 6)
    await load.acknowledged(60)
    const at = Math.floor(Math.random() * ports.length)
    const killed = performance.now()
    await endShop(shops[at] as ShopProgram, 'SIGKILL')
    await load.acknowledged(60)
    await load.stop()
    const failed = load.outcomes.filter(({ id }) => id === null)
    expect(failed.filter(({ began, ended }) => ended < killed || began > killed + 500)).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(6)
    await expectKept({ url: ORIGIN, cookie, databaseUrl }, load.outcomes)
    await start(at)
  })

  it('are replaced one after the other under load without a failed request', async () => {
    const cookie = await signIn(ORIGIN)
    const load = orderLoad(ORIGIN, cookie, 4)
    for (const at of ports.keys()) {
      expect(await endShop(shops[at] as ShopProgram, 'SIGTERM')).toBe(0)
      await start(at)
    }
    await load.stop()
    expect(load.outcomes.length).toBeGreaterThan(20)
    expect(load.outcomes.filter(({ id }) => id === null)).toEqual([])
    await expectKept({ url: ORIGIN, cookie, databaseUrl }, load.outcomes)
  })
})

async function untilPrice(url: string, price: number, since: number): Promise<number> {
  const shown = (await (await fetch(url)).json()).price
  if (shown === price) return performance.now() - since
  if (performance.now() - since > 5_000) throw new Error(`still shows ${shown}`)
  return untilPrice(url, price, since)
}
